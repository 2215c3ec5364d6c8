; What LLVM calls for types that the host lacks. The types are passed as LLVM passes them, which C++
; compilers do not all know how to; the work is done on bits, in nvvm.h.
declare float @mytriton_half_to_float(i16 zeroext)
declare zeroext i16 @mytriton_float_to_half(float)
declare zeroext i16 @mytriton_double_to_half(double)
declare zeroext i16 @mytriton_fma_half(i16 zeroext, i16 zeroext, i16 zeroext)
declare zeroext i16 @mytriton_float_to_bfloat16(float)
declare zeroext i16 @mytriton_double_to_bfloat16(double)
declare zeroext i16 @mytriton_fma_bfloat16(i16 zeroext, i16 zeroext, i16 zeroext)

define weak hidden float @__extendhfsf2(half %x) {
  %bits = bitcast half %x to i16
  %result = call float @mytriton_half_to_float(i16 zeroext %bits)
  ret float %result
}
define weak hidden half @__truncsfhf2(float %x) {
  %bits = call zeroext i16 @mytriton_float_to_half(float %x)
  %result = bitcast i16 %bits to half
  ret half %result
}
define weak hidden half @__truncdfhf2(double %x) {
  %bits = call zeroext i16 @mytriton_double_to_half(double %x)
  %result = bitcast i16 %bits to half
  ret half %result
}
define weak hidden bfloat @__truncsfbf2(float %x) {
  %bits = call zeroext i16 @mytriton_float_to_bfloat16(float %x)
  %result = bitcast i16 %bits to bfloat
  ret bfloat %result
}
define weak hidden bfloat @__truncdfbf2(double %x) {
  %bits = call zeroext i16 @mytriton_double_to_bfloat16(double %x)
  %result = bitcast i16 %bits to bfloat
  ret bfloat %result
}
define weak hidden half @mytriton_fma_f16(half %a, half %b, half %c) {
  %x = bitcast half %a to i16
  %y = bitcast half %b to i16
  %z = bitcast half %c to i16
  %bits = call zeroext i16 @mytriton_fma_half(i16 zeroext %x, i16 zeroext %y, i16 zeroext %z)
  %result = bitcast i16 %bits to half
  ret half %result
}
define weak hidden bfloat @mytriton_fma_bf16(bfloat %a, bfloat %b, bfloat %c) {
  %x = bitcast bfloat %a to i16
  %y = bitcast bfloat %b to i16
  %z = bitcast bfloat %c to i16
  %bits = call zeroext i16 @mytriton_fma_bfloat16(i16 zeroext %x, i16 zeroext %y, i16 zeroext %z)
  %result = bitcast i16 %bits to bfloat
  ret bfloat %result
}
