// Choosing among cubins and PTX.
#include "cuda_image.h"

#include "number_text.h"

#include <algorithm>

namespace mytriton {
namespace {

bool canRun(const LaunchRequest::Image &image, int device) {
  if (image.arch.empty()) // whoever gave it knows
    return true;
  std::optional<CudaArch> arch = parseCudaArch(image.arch);
  if (!arch || arch->number > device)
    return false;
  if (arch->suffix == 'a')
    return arch->number == device;
  bool sameMajor = arch->number / 10 == device / 10;
  return sameMajor || (image.kind == "ptx" && arch->suffix == 0);
}

int numberOf(const LaunchRequest::Image &image) {
  return parseCudaArch(image.arch).value_or(CudaArch{}).number;
}

} // namespace

std::optional<CudaArch> parseCudaArch(std::string_view text) {
  if (!text.starts_with("sm_"))
    return std::nullopt;
  text.remove_prefix(3);
  CudaArch arch;
  if (text.ends_with('a') || text.ends_with('f')) {
    arch.suffix = text.back();
    text.remove_suffix(1);
  }
  std::optional<std::uint64_t> number = parseDigits(text, 10);
  if (!number || *number < 10 || *number > 999)
    return std::nullopt;
  arch.number = static_cast<int>(*number);
  return arch;
}

std::vector<const LaunchRequest::Image *> imagesFor(const std::vector<LaunchRequest::Image> &images,
                                                    int number) {
  std::vector<const LaunchRequest::Image *> result;
  for (const LaunchRequest::Image &image : images)
    if (canRun(image, number))
      result.push_back(&image);
  std::stable_sort(result.begin(), result.end(), [](const auto *a, const auto *b) {
    if (a->kind != b->kind)
      return a->kind == "cubin";
    return numberOf(*a) > numberOf(*b);
  });
  return result;
}

} // namespace mytriton
