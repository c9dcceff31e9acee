// Printed by torch-mlir 20261001 from ONNX; models.py says how.
module {
  func.func @main(%arg0: tensor<1x6x16xf32>) -> tensor<1x6x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<"0x6B9E823F0490A3BF0D11563E595991BEA6C167BE81C5DCBD744781BFAE7FEDBD9B7EDDBE06ACD43F9B34E73D068C34BEE80410BE1605ABBE2C0F07BF111748BE8CC1763E6647F4BDAD2FF53EEE98CCBDFFBB463C75DD453F098C8B3EAC5681BE243ABBBDDB5F8A3EF7B0773FAD0B0ABE7267F9BDD04B003F0AEFE2BE5B5C15BE13EEE13ED291943E1C6D3B3DF68BAB3E9C00B5BF2FBA023F47ABF5BE569555BF4C8A0D3EE956B33E8FB863BEABC709BFBF03563C900DD8BCA4EA333F2156BF3E9C77C63DFF490E3FA274D2BDC107EDBED884953E3D21953E1CFCDBBD2566C8BE52A7EA3DF79B9FBF04ACB03E9F947B3E12C651BFD14DFB3C3CCFF6BE3DD9C13ECC2F82BF501CEABE09A7B53EF304143FC31C8ABF14FF7EBE40F2273E97F59BBE199A4B3F1E7A18BF3685353E273206BF98F6333FEB5D31BCA0973EBE7CED5BBF0F46573F19B6C03E8FE9C03E18A6113FD3CD323EAAA5A3BE9CDCCCBEE8D9CCBE885E2F3FC5ED3ABFACAB98BE157A24BE8802E63D194A933E69E21FBF15715DBF44A510BB0F561B3F8FCEC13E8FD3DC3D396222BEBA22163ED52CF9BD7334D13EE760CBBE3276893DB2E062BD9A198B3EA407E63DC433A33FEBD33F3F15953F3F3B8782BFFB3D2EBEE8CD9BBE7160883E92DB91BFF955163FE992083F42AA26BF2882FABE9C19CDBE0B57B13CAE16A43E9110833F232FCABD0C7BC43ED9259F3D4445613F0FFEBD3EA92C2F3F43F109BFC0DAC4BD6453D0BE1EA2403F175BA83EE43B1CBEDFA967BEFF25783E3695B3BE133BEEBE9C69763EF5A39D3F6F0AFCBD384D8EBE78E815BFA4E12ABF4D65863E3ACED93E9251963B66472A3EAC656D3D89FB8D3D2E5943BF7A8E6ABE434F643D9E7DC8BE99EE73BEDCB1D1BE13C02ABE4E65DA3E4D2B50BE47909DBDD94FD03EA90FA53E90FC583F82CA85BF1C5BDB3EF1ED76BEA7EC893DC774D63E0AA80A3F7209053F4AD49E3D6D094E3FFFE110BE905D90BD48A2CC3EBE268DBE4A4C8A3F5C75023FA03C8B3F91D159BC2F2444BEA20EAB3D350DBC3EA96196BE4468423E21A909BCA9CE4E3FD3A6A9BEA1E8053F3ED4A4BE1FECF5BE2FD6B5BE035818BFDEDC953D5B00043F2942A83DC5D39F3E16EB503FE8400A3EA4D8C73DDBD40CBEE2DA4DBF407EC23EB2D360BFCE15A73ED79FEABB603A103F22CB0ABD3FBDD2BE0440373EA36B8FBEBF4CB9BDB480AB3C66C789BD6255C1BD1D1BD5BE49ACC1BD93DA88BFAA1BA1BDE65919BFCD640F3FF68C223F36BB79BF1165943D8B6581BDC7FA05BF6C1A883E92626CBEB04062BFD88908BEAACF97BD81F8593D0B991DBF449D9D3EEA46BC3E78AA12BFC2AAA8BEE48724BD7BE090BE5A335F3F805FD53DC15A01BF82C1C9BEEF65EBBC0AEE923FEC8AB6BD2E89823D7A98833E185BA4BC59F6913F051288BE1984BE3EDA49A43D"> : tensor<16x16xf32>
    %cst_2 = arith.constant dense<"0xBA069F3E3D9C16BF8451623F6AE378BDC7EE8B3C9B5AEFBE4FCDBABEFF71903E428BFC3E4DD5C03E8ABF1A3FBFE8B63ECA28693C9126D63E62F6973E68FA4DBDE7DFB93EBB91243F7733F03D846036BE78FDB73EDA4A733F949DD7BDD40C3DBDCBAB8BBDD68B1C3F50296BBF16503B3E1B9C183FE139D0BED0963E3F030A893E9E8D8CBE070AD13D3D6A44BF43C990BEFCD7693F58D0E4BEED1A6C3F0E1027BD3AA2FE3E5DCDB33C6F748FBF479992BEFB68C23D525213BFF4772CBFB67C3B3E1040A6BEDE1059BF2C22AFBE4C59DC3ED88E72BE414DEF3EAD7D433FDE2E853C779910BFAF9926BF531257BCDD8CE13E61BC093E0C198C3EB2FD62BE03D1193E624F71BE57B626BE556825BF473E49BF07C376BED1C50DBF5C70F5BEC4C9AB3E3E4D5BBD0A81BA3FC124ED3E9518A2BE7D2BC73E00AF363ECC88AFBED5210D3FF07BC6BE85BCC3BFD447CB3EB2049EBE7A363E3FEB50A6BE9E3617BFFE33463FEEA909BF7046D03DA990393F957D6A3DB40925BD61C3513D38CCD63E3E8BCEBEF8529C3E37BB933E274B953F134D2CBE4A32EABEFC55BC3E32584BBE0907143E24C2873DEF8D153F8026A8BE0DFD3CBDD055A3BF81DEE3BEC0A6443F2C77AEBEFC93B3BE62E41BBF0570943E0E43B63D41EB17BF07DEAA3E992C053E5508C13E0038A4BE12775E3F2BDA513EC5636FBD53D284BE07B4FABDCBD9DB3E01B609BE9E000A3F32A7943EF4592C3F2269D03E4DE600BD406574BF3EDE183EE300CA3E3CCDA63D4F728E3E317871BEF5CD42BE6940F1BEC1522E3F1B32A23D23277CBE257A2ABF95FC9CBD24A8383FFE806C3E3F7AB9BEB1F9363F6CD9363F2614FB3EE7EFC93E66EC133F06138B3E7466C63EBEAFC7BE83F13F3F80BAEC3DB08C813F31B482BFAD95B43E1041FB3EDD942FBEC8A6673E5292BF3E46CF933E1C278ABE275891BDE36F023F397F233F5FB44A3D34C31D3DEB4ECD3D37D2043FBCEA06BFD41E2ABFD8987E3DBCA20DBFCE4C96BED2BB303DE30A773E4E3A09BF0436CD3E150963BF63A08B3E1DF349BFB13023BFA868A43EB60E50BEB5A9CBBEC8B963BEC1186E3E2C60DDBC25B470BCEA02073F6065B7BE4BA171BEF9BD85BE3E9F153FC3CCFD3EEDBE243F143E8ABCD990A0BD554FDA3E54F049BE8DA6D43E406BB93EF8C4B2BEF7612ABDDD3974BD19DE5D3FE69EA53FA8A64CBD8A6FE63B7B0592BFEC9BD83DD97466BBF25209BFB41CC93E9F6A48BF6A02DCBD78308E3D3BDF1FBF5C53DB3EA61C073F3D7631BF0E3434BFAD2D9A3EDAD479BC420F1BBFF52717BEB5315CBDCC7892BD4CD6D33EA2B5443ECA7D623F0BEB2F3F75B0AD3EBDDD093FEC72293F14BCB43E1FE51CBFC302DC3EA603143D33354F3F656F3F3D71A7863E90C6283E6632573F486FB53D22010ABE48411E3E3A0761BE9DEDA53DF0D774BB"> : tensor<16x16xf32>
    %cst_3 = arith.constant dense<"0x1D120B3E2C2E763FADB64FBE3871973C9147CCBD4530AC3ED63D17BFB856B1BED9BFA1BC58D08B3E5E91BDBCC31280BE67E8DDBE3802833EF799383FF04F253E78A6C03D5343633EB451F1BEDA931FBEA72D09BEC229173E5F2D83BCFFB21BBF8107103FD7A0583FC6C106BEDF344C3E67C9083EB7DFC83E88693DBF1A774E3F578A6FBE2AD2213FEA36253DD67347BED5D28FBD20ADE53EAAFFDCBE521740BE54E076BED0935BBF5674263F0F32943ED79C2EBCE6F2143F96D8F4BEDB6C16BD00DA5C3F6BCBFA3EC86D8EBFD240D5BF09DA04BF22D8073F6AE471BE4DF8DEBDADB79B3E9E9CE2BEAAFCD93DF3C6CA3E5B1C6F3E5DB94A3EB21F9ABE53A8833E54F25ABE8008273F667CA43F796ABDBE0B2B8BBF42D359BED8F1403EB46A063F2E1D0A3F09B1C8BE7911CBBEEB36223F5CD30BBFB38C0B3F4F55E8BD0733C43E36C7B43EB2D2C63E7C07D23EBA48FDBEB054183E7C16E53BA8E71D3E15DB1D3FB3CE0ABEB243B6BEC765BABE96231FBE16ABC03EC297D0BE9062143F0EB6143E9F89E7BD8A732ABFC4CFFA3D2204B13E9D0462BF2292183F60E9523F2C502D3EB5CA7B3EFB799A3F98AE1D3F6AD3E5BE7C5B08BC8AB2A0BD727F9ABD2A5097BF12CBC13E2301A3BE4094A73D1D688BBD1B00DF3E3D7417BE2CA1CBBED74C883E4BD3333F3ABE23BE755A2F3FDF3C063EF66088BE5F38433F7F91D1BE55CC013F3B127FBE0F83663E92F81DBF786CD6BEA253083FB4A1C03D23D99C3C8C2E61BE1D99643EB8D932BF0A5A0FBFCC93A1BD7193D5BE1D5AB3BE4D7012BD64D28CBDCCD8E3BDC027553FEF6A013FF1671D3FFFB366BCFD3281BE5E193ABF113F32BE4C8085BF127095BE2AA5C33E4E8E4F3F0432F73ED991DCBE7F387C3EA706CABE69AED23E551164BD01B3DB3E52AAA43F8E2AEC3EDC46953F70B3B53DC3D028BED3B62A3FB7B75C3F70158EBE38F11C3DAA9E37BFD4D8CCBDBE69E33E89EA30BD6AB891BE702034BFDB8B3C3EA02BCC3E45B4983EBDB8023E931423BFF282613FAD92E7BC854594BD35A1BB3EA5718ABF660704BD93128CBDE59B3E3EBC6F2C3F37C4713E33826ABF789B2DBEE776D23D02B3963D6C0024BF0AF654BFFA8B8C3ED5E32F3E947F2EBCA1DA5CBF1514633F6E9DB9BFF66A3ABE6DD5853F3F34A1BDD1A3ED3D45EE16BFEBE72D3FAB7425BF3B43023EB5248A3D247E06BF1511E33E1D3E35BFD8F8AEBEE2206BBCE63253BE5B846F3EDC8EEC3E846916BE839D8ABEAF5884BE212F3BBE2645CF3E9BCEDEBD21B6503E4FAE3ABDDF2ED8BEBD1CDD3E89DE04BFE3164B3BCC563E3FEEEA0BBF5C0DE2BC1BDA4ABF1B6982BE0B4F3FBFF42139BEDDCD89BE9123873D5FCA4A3F59E3103E1F7EA83ED6ACCFBC6664FABDD57FD5BE7A8266BFD6880C3D1F87503F94DD733E80B388BEBE1F533FD4805DBE"> : tensor<16x16xf32>
    %cst_4 = arith.constant dense<[-0.30941987, -0.606347203, -0.481025457, -0.123181432, 0.999510347, -0.103088103, -0.515758157, -0.302709311, -0.111430883, -0.855875968, 0.0633142143, 0.350334257, 0.160406128, 0.300366312, -0.644773542, -0.849295973]> : tensor<16xf32>
    %cst_5 = arith.constant dense<[0.642787277, 0.547165692, -0.770132243, 0.103190832, 0.0127639351, 0.272443146, 0.104293108, -0.25106594, 0.0976283177, 0.0785234421, -0.0243138149, -0.92620933, -1.49760056, -0.395094395, -0.817385733, 0.126281023]> : tensor<16xf32>
    %cst_6 = arith.constant dense<2.82842708> : tensor<f32>
    %cst_7 = arith.constant 1.600000e+01 : f32
    %cst_8 = arith.constant 9.99999974E-6 : f32
    %0 = tensor.empty() : tensor<1x16x16xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<16x16xf32>) outs(%0 : tensor<1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16xf32>
    %2 = tensor.empty() : tensor<1x6x16xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<1x6x16xf32>, tensor<1x16x16xf32>) outs(%3 : tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<16x16xf32>) outs(%0 : tensor<1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16xf32>
    %6 = linalg.batch_matmul ins(%arg0, %5 : tensor<1x6x16xf32>, tensor<1x16x16xf32>) outs(%3 : tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<16x16xf32>) outs(%0 : tensor<1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16xf32>
    %8 = linalg.batch_matmul ins(%arg0, %7 : tensor<1x6x16xf32>, tensor<1x16x16xf32>) outs(%3 : tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
    %expanded = tensor.expand_shape %4 [[0], [1], [2, 3]] output_shape [1, 6, 2, 8] : tensor<1x6x16xf32> into tensor<1x6x2x8xf32>
    %expanded_9 = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [1, 6, 2, 8] : tensor<1x6x16xf32> into tensor<1x6x2x8xf32>
    %expanded_10 = tensor.expand_shape %8 [[0], [1], [2, 3]] output_shape [1, 6, 2, 8] : tensor<1x6x16xf32> into tensor<1x6x2x8xf32>
    %9 = tensor.empty() : tensor<1x2x6x8xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x6x2x8xf32>) outs(%9 : tensor<1x2x6x8xf32>) permutation = [0, 2, 1, 3] 
    %10 = tensor.empty() : tensor<1x2x8x6xf32>
    %transposed_11 = linalg.transpose ins(%expanded_9 : tensor<1x6x2x8xf32>) outs(%10 : tensor<1x2x8x6xf32>) permutation = [0, 2, 3, 1] 
    %transposed_12 = linalg.transpose ins(%expanded_10 : tensor<1x6x2x8xf32>) outs(%9 : tensor<1x2x6x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x6x8xf32> into tensor<2x6x8xf32>
    %collapsed_13 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<1x2x8x6xf32> into tensor<2x8x6xf32>
    %11 = tensor.empty() : tensor<2x6x6xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %13 = linalg.batch_matmul ins(%collapsed, %collapsed_13 : tensor<2x6x8xf32>, tensor<2x8x6xf32>) outs(%12 : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %expanded_14 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [1, 2, 6, 6] : tensor<2x6x6xf32> into tensor<1x2x6x6xf32>
    %14 = tensor.empty() : tensor<1x2x6x6xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %cst_6 : tensor<1x2x6x6xf32>, tensor<f32>) outs(%14 : tensor<1x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.divf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x2x6x6xf32>
    %16 = tensor.empty() : tensor<1x2x6xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<1x2x6xi64>) -> tensor<1x2x6xi64>
    %18 = tensor.empty() : tensor<1x2x6xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
    %20:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<1x2x6x6xf32>) outs(%19, %17 : tensor<1x2x6xf32>, tensor<1x2x6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_23: i64):
      %47 = linalg.index 3 : index
      %48 = arith.index_cast %47 : index to i64
      %49 = arith.maximumf %in, %out : f32
      %50 = arith.cmpf ogt, %in, %out : f32
      %51 = arith.select %50, %48, %out_23 : i64
      linalg.yield %49, %51 : f32, i64
    } -> (tensor<1x2x6xf32>, tensor<1x2x6xi64>)
    %expanded_15 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [1, 2, 6, 1] : tensor<1x2x6xf32> into tensor<1x2x6x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_15 : tensor<1x2x6x6xf32>, tensor<1x2x6x1xf32>) outs(%14 : tensor<1x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.subf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x2x6x6xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x2x6x6xf32>) outs(%14 : tensor<1x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.exp %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x2x6x6xf32>
    %23 = tensor.empty() : tensor<1x2x6x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<1x2x6x1xf32>) -> tensor<1x2x6x1xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<1x2x6x6xf32>) outs(%24 : tensor<1x2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x2x6x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<1x2x6x6xf32>, tensor<1x2x6x1xf32>) outs(%14 : tensor<1x2x6x6xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.divf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x2x6x6xf32>
    %collapsed_16 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : tensor<1x2x6x6xf32> into tensor<2x6x6xf32>
    %collapsed_17 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<1x2x6x8xf32> into tensor<2x6x8xf32>
    %27 = tensor.empty() : tensor<2x6x8xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %29 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<2x6x6xf32>, tensor<2x6x8xf32>) outs(%28 : tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %expanded_18 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [1, 2, 6, 8] : tensor<2x6x8xf32> into tensor<1x2x6x8xf32>
    %30 = tensor.empty() : tensor<1x6x2x8xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x2x6x8xf32>) outs(%30 : tensor<1x6x2x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2, 3]] : tensor<1x6x2x8xf32> into tensor<1x6x16xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_20, %arg0 : tensor<1x6x16xf32>, tensor<1x6x16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.addf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    %32 = tensor.empty() : tensor<1x6x1xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<1x6x1xf32>) -> tensor<1x6x1xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<1x6x16xf32>) outs(%33 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x6x1xf32>) outs(%32 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.divf %in, %cst_7 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %collapsed_21 = tensor.collapse_shape %35 [[0], [1, 2]] : tensor<1x6x1xf32> into tensor<1x6xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_21 : tensor<1x6xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x6x16xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %36 : tensor<1x6x16xf32>, tensor<1x6x16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.subf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %37 : tensor<1x6x16xf32>, tensor<1x6x16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.mulf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<1x6x16xf32>) outs(%33 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x6x1xf32>) outs(%32 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.divf %in, %cst_7 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x6x1xf32>) outs(%32 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_8 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<1x6x1xf32>) outs(%32 : tensor<1x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.rsqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x1xf32>
    %collapsed_22 = tensor.collapse_shape %42 [[0], [1, 2]] : tensor<1x6x1xf32> into tensor<1x6xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_22 : tensor<1x6xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x6x16xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %43 : tensor<1x6x16xf32>, tensor<1x6x16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.mulf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %cst_4 : tensor<1x6x16xf32>, tensor<16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.mulf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %cst_5 : tensor<1x6x16xf32>, tensor<16xf32>) outs(%2 : tensor<1x6x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %47 = arith.addf %in, %in_23 : f32
      linalg.yield %47 : f32
    } -> tensor<1x6x16xf32>
    return %46 : tensor<1x6x16xf32>
  }
}
