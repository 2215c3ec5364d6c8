// Shows that work goes on. See progress.h.
#include "progress.h"

#include <chrono>
#include <fmt/core.h>

namespace mytriton {

Progress::Progress(std::string text, bool enabled) {
  if (!enabled)
    return;
  thread_ = std::thread([this, text = std::move(text)] {
    std::unique_lock lock(mutex_);
    int seconds = 0;
    while (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return end_; }))
      fmt::print(stderr, "\r{}: {} s", text, ++seconds);
    if (seconds > 0)
      fmt::print(stderr, "\r\x1b[K"); // the line is cleared for what follows
  });
}

Progress::~Progress() {
  if (!thread_.joinable())
    return;
  {
    std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

} // namespace mytriton
