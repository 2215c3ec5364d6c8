// A line on the terminal that tells that work goes on, where it takes long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace mytriton {

class Progress {
public:
  // Shows `text` and the seconds on standard error from the second second on, if `enabled`.
  Progress(std::string text, bool enabled);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

} // namespace mytriton
