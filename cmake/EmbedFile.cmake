# Writes the bytes of a file as a C initialiser list:
#   cmake -DINPUT=file -DOUTPUT=file.inc -P EmbedFile.cmake
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
# Lines of eight bytes.
string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "${bytes}")
