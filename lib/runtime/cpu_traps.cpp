// Installing and removing the handlers of a launch.
#include "cpu_traps.h"

#include <cmath>
#include <iterator>

#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace mytriton {

namespace {

TrapHandler *theHandler = nullptr;
pthread_t theThread;
const struct sigaction *thePrevious = nullptr;

int timerSignal() { return SIGRTMIN + 3; }

const void *instructionOf(const void *context) {
  const auto *machine = static_cast<const ucontext_t *>(context);
#if defined(__x86_64__)
  return reinterpret_cast<const void *>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void *>(machine->uc_mcontext.pc);
#else
  return nullptr; // the hooks still find that the time is over
#endif
}

timespec fromSeconds(double seconds) {
  double whole = 0;
  const double rest = std::modf(seconds, &whole);
  return {static_cast<time_t>(whole), static_cast<long>(rest * 1e9)};
}

} // namespace

TrapScope::TrapScope(TrapHandler &handler, double timeoutSeconds)
    : stack_(std::make_unique<std::byte[]>(kStackBytes)) {
  theHandler = &handler;
  theThread = pthread_self();
  thePrevious = previous_;

  stack_t stack{};
  stack.ss_sp = stack_.get();
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, &previousStack_);

  // The handlers do not return where the kernel is to blame: nothing may stay blocked.
  struct sigaction action {};
  action.sa_sigaction = onTrap;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(kTraps); ++i)
    sigaction(kTraps[i], &action, &previous_[i]);

  if (timeoutSeconds <= 0)
    return;
  action.sa_sigaction = onTimer;
  action.sa_flags |= SA_RESTART;
  sigaction(timerSignal(), &action, &previousTimer_);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = timerSignal();
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  timed_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
  if (timed_) {
    itimerspec when{};
    when.it_value = fromSeconds(std::fmin(std::fmax(timeoutSeconds, 1e-3), 1e9));
    when.it_interval = fromSeconds(5e-3);
    timer_settime(timer_, 0, &when, nullptr);
  } else {
    sigaction(timerSignal(), &previousTimer_, nullptr);
  }
}

TrapScope::~TrapScope() {
  if (timed_) {
    timer_delete(timer_);
    sigaction(timerSignal(), &previousTimer_, nullptr);
  }
  for (std::size_t i = 0; i < std::size(kTraps); ++i)
    sigaction(kTraps[i], &previous_[i], nullptr);
  sigaltstack(&previousStack_, nullptr);
  theHandler = nullptr;
}

void TrapScope::onTrap(int signal, siginfo_t *info, void *) {
  if (theHandler && pthread_equal(pthread_self(), theThread) &&
      theHandler->trapped(signal, info->si_addr))
    return;
  // Not ours: the instruction runs again and meets whoever was there before.
  for (std::size_t i = 0; i < std::size(kTraps); ++i)
    if (kTraps[i] == signal)
      sigaction(signal, &thePrevious[i], nullptr);
}

void TrapScope::onTimer(int, siginfo_t *, void *context) {
  if (theHandler && pthread_equal(pthread_self(), theThread))
    theHandler->timedOut(instructionOf(context));
}

} // namespace mytriton
