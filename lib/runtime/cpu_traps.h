// Signals while a kernel runs: what the hardware refuses, and the end of the allowed time.
#pragma once

#include <csignal>
#include <cstddef>
#include <ctime>
#include <memory>

namespace mytriton {

// Who is told. Both functions are called in a signal handler, on the OS thread that made the
// TrapScope, and may leave it by switching to another stack.
class TrapHandler {
public:
  virtual ~TrapHandler() = default;
  // False where the signal is not the kernel's: the previous handler gets it then.
  virtual bool trapped(int signal, const void *address) = 0;
  virtual void timedOut(const void *instruction) = 0;
};

// Handles the signals of one launch; at most one exists at a time.
class TrapScope {
public:
  // `timeoutSeconds` 0: no end. After the end, timedOut is called again and again, until the kernel
  // is found in a place that it can be taken from.
  TrapScope(TrapHandler &handler, double timeoutSeconds);
  TrapScope(const TrapScope &) = delete;
  TrapScope &operator=(const TrapScope &) = delete;
  ~TrapScope();

private:
  static void onTrap(int signal, siginfo_t *info, void *context);
  static void onTimer(int signal, siginfo_t *info, void *context);

  static constexpr int kTraps[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  static constexpr std::size_t kStackBytes = std::size_t{64} << 10;

  std::unique_ptr<std::byte[]> stack_; // the handlers': a fiber's own may have overflowed
  stack_t previousStack_{};
  struct sigaction previous_[std::size(kTraps)]{};
  struct sigaction previousTimer_ {};
  bool timed_ = false;
  timer_t timer_{};
};

} // namespace mytriton
