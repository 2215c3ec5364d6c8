// Affine addresses and their bounds, by interval arithmetic. See addresses.h.
#include "addresses.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton::fuzz {

namespace {

std::string coordinate(const Shape &shape, int dim) {
  std::string text = fmt::format("tl.arange(0, {})", shape[dim]);
  if (shape.rank() == 1)
    return text;
  text += "[";
  for (int d = 0; d < shape.rank(); ++d)
    text += fmt::format("{}{}", d ? ", " : "", d == dim ? ":" : "None");
  return text + "]";
}

const std::string &nameAt(const std::vector<std::string> &names, int dim) {
  static const std::string kNone;
  const auto at = static_cast<std::size_t>(dim);
  return at < names.size() ? names[at] : kNone;
}

} // namespace

std::int64_t Addresses::valueOf(const std::string &scalar) const {
  const auto found = std::find_if(program_.scalars.begin(), program_.scalars.end(),
                                  [&](const ScalarParameter &each) { return each.name == scalar; });
  return found == program_.scalars.end() ? 0 : found->value.asInt();
}

bool Addresses::isOwn(const Access &access) const {
  return access.perProgram || program_.buffers[static_cast<std::size_t>(access.buffer)].output;
}

std::int64_t Addresses::sizeOf(const Access &access) const {
  const int size = program_.buffers[static_cast<std::size_t>(access.buffer)].size;
  return isOwn(access) ? size : std::int64_t{size} * program_.programs();
}

std::int64_t Addresses::strideOf(const Access &access, int dim) const {
  if (const std::string &name = nameAt(access.strideNames, dim); !name.empty())
    return valueOf(name);
  const auto at = static_cast<std::size_t>(dim);
  return at < access.strides.size() ? access.strides[at] : 0;
}

// What is the same for all elements, but for what moves.
std::string Addresses::base(const Access &access) const {
  std::string text = access.wide ? fmt::format("tl.cast({}, tl.int64)", access.base)
                                 : fmt::format("{}", access.base);
  if (!access.shift.empty())
    text += " + " + access.shift;
  return text;
}

// `first`, and each dimension's part.
std::string Addresses::offsets(const Access &access, const Shape &shape,
                               const std::string &first) const {
  std::string text = first;
  for (int d = 0; d < shape.rank(); ++d) {
    const std::string &name = nameAt(access.strideNames, d);
    text += (text.empty() ? "" : " + ") + coordinate(shape, d);
    if (!name.empty())
      text += " * " + name;
    else if (strideOf(access, d) != 1)
      text += fmt::format(" * {}", strideOf(access, d));
  }
  return text;
}

const Walk *Addresses::walkOf(const Access &access, const Shape &shape) const {
  const auto found = walks_.find(access.walk);
  return found != walks_.end() && found->second->type.shape() == shape ? found->second : nullptr;
}

Addresses::Place Addresses::affine(const Access &given, const Shape &shape) const {
  const Walk *walk = walkOf(given, shape);
  const Access &access = walk ? walk->access : given;
  const BufferParameter &buffer = program_.buffers[static_cast<std::size_t>(access.buffer)];
  const std::int64_t size = sizeOf(access);
  Place place;
  std::string first = base(access);
  std::int64_t least = access.base, greatest = access.base;
  if (!access.shift.empty()) {
    least += valueOf(access.shift);
    greatest = least;
  }
  for (const Access::Move &move : access.moves)
    if (const auto loop = loops_.find(move.loop); loop != loops_.end()) {
      first += fmt::format(" + {} * {}", move.loop, move.step);
      const std::int64_t a = move.step * loop->second.first, b = move.step * loop->second.second;
      least += std::min(a, b);
      greatest += std::max(a, b);
    }
  for (int d = 0; d < shape.rank(); ++d) {
    std::int64_t extent = shape[d];
    if (const std::string &limit = nameAt(access.limits, d); !limit.empty()) {
      place.guards.push_back(fmt::format("({} < {})", coordinate(shape, d), limit));
      extent = std::clamp<std::int64_t>(valueOf(limit), 1, extent);
    }
    const std::int64_t reach = strideOf(access, d) * (extent - 1);
    (reach < 0 ? least : greatest) += reach;
  }
  const std::string at = "(" + offsets(access, shape, first) + ")";
  if (least < 0)
    place.guards.push_back(fmt::format("({} >= 0)", at));
  const bool own = isOwn(access);
  const std::string whole = own ? fmt::format("(pid * {} + {})", buffer.size, at) : at;
  if (!access.bound.empty())
    place.guards.push_back(fmt::format("({} < {})", whole, access.bound));
  // The guard keeps an index of the whole buffer inside, where it is not above its end.
  const bool bounded = !access.bound.empty() && !own && valueOf(access.bound) <= size;
  if (greatest >= size && !bounded)
    place.guards.push_back(fmt::format("({} < {})", at, size));
  if (!walk)
    place.pointer = fmt::format("{} + {}", buffer.name, whole);
  else if (walk->block || shape.rank() == 0)
    place.pointer = walk->pointer;
  else
    place.pointer = fmt::format("{} + ({})", walk->pointer, offsets(access, shape, ""));
  return place;
}

Addresses::Place Addresses::gathered(const Access &access, const std::string &index) const {
  const std::int64_t size = sizeOf(access);
  std::string at;
  if (access.mode == Access::Mode::Clamp)
    at = fmt::format("tl.minimum(tl.maximum({}, 0), {})", index, size - 1);
  else if ((size & (size - 1)) == 0)
    at = fmt::format("({} & {})", index, size - 1);
  else
    at = fmt::format("(({0} % {1} + {1}) % {1})", index, size);
  const BufferParameter &buffer = program_.buffers[static_cast<std::size_t>(access.buffer)];
  if (isOwn(access))
    at = fmt::format("pid * {} + {}", buffer.size, at);
  return {fmt::format("{} + ({})", buffer.name, at), {}};
}

void Addresses::enter(const Statement &loop, std::int64_t least, std::int64_t greatest) {
  loops_[loop.name] = {least, greatest};
  for (const Walk &walk : loop.walks)
    walks_[walk.pointer] = &walk;
}

void Addresses::leave(const Statement &loop) {
  loops_.erase(loop.name);
  for (const Walk &walk : loop.walks)
    walks_.erase(walk.pointer);
}

std::string Addresses::startOf(const Walk &walk, const std::string &loop,
                               const std::string &start) const {
  const BufferParameter &buffer = program_.buffers[static_cast<std::size_t>(walk.access.buffer)];
  std::string first = isOwn(walk.access) ? fmt::format("pid * {} + ", buffer.size) : "";
  first += base(walk.access);
  for (const Access::Move &move : walk.access.moves)
    if (move.loop == loop || loops_.count(move.loop) != 0)
      first += fmt::format(" + {} * {}", move.loop == loop ? start : move.loop, move.step);
  const std::string at = walk.block ? offsets(walk.access, walk.type.shape(), first) : first;
  return fmt::format("{} + ({})", buffer.name, at);
}

int Addresses::stepOf(const Walk &walk, const std::string &loop) {
  int step = 0;
  for (const Access::Move &move : walk.access.moves)
    step += move.loop == loop ? move.step : 0;
  return step;
}

} // namespace mytriton::fuzz
