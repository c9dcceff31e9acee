#!/bin/sh
# A dl-opt that makes other loops of a trace than of what it was printed from: for
# replay.test. DL_OPT is the real one.
"$DL_OPT" "$@" || exit $?
case "$1 $*" in
  */trace.mlir*--schedule-apply*)
    while [ "$1" != -o ]; do shift; done
    sed -i '0,/scf\.for/s//scf.for /' "$2" ;;
esac
