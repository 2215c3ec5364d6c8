// Worker processes, each with a pipe on which it says what it begins and what came out.
#include "workers.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mytriton::fuzz {

namespace {

constexpr char kField = '\x1e', kEnd = '\x1d';
constexpr int kSilence = 15 * 60 * 1000; // milliseconds until a worker is taken to hang

void writeAll(int file, const std::string &text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR)
      _exit(1); // nobody listens any more
    at += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
}

std::string encode(std::size_t index, const Verdict &verdict) {
  std::string operations;
  for (const std::string &operation : verdict.operations)
    operations += operation + " ";
  std::string text = fmt::format("{}", index);
  for (const std::string &field : {std::to_string(static_cast<int>(verdict.kind)), verdict.what,
                                   verdict.variant, verdict.text, operations})
    text += kField + field;
  return text + kEnd;
}

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

Verdict decode(const std::vector<std::string> &fields) {
  Verdict verdict;
  verdict.kind = static_cast<Verdict::Kind>(fields[1][0] - '0');
  verdict.what = fields[2];
  verdict.variant = fields[3];
  verdict.text = fields[4];
  for (std::string &operation : split(fields[5], ' '))
    if (!operation.empty())
      verdict.operations.push_back(std::move(operation));
  return verdict;
}

struct Worker {
  pid_t process = 0;
  int file = -1;
  std::vector<std::size_t> open;      // without a verdict
  std::optional<std::size_t> current; // what it is at
  std::string received;
};

class Crew {
public:
  Crew(const std::function<Program(std::size_t)> &programAt, const WorkOptions &options,
       const OnVerdict &onVerdict)
      : programAt_(programAt), options_(options), onVerdict_(onVerdict) {}

  void run(std::size_t count) {
    const std::size_t jobs = std::max<std::size_t>(1, options_.jobs);
    workers_.resize(jobs);
    for (std::size_t i = 0; i < count; ++i)
      workers_[i / options_.batch % jobs].open.push_back(i);
    for (Worker &worker : workers_)
      start(worker);
    while (step()) {
    }
    for (Worker &worker : workers_)
      stop(worker);
  }

private:
  void start(Worker &worker) {
    int files[2];
    if (worker.open.empty() || pipe(files) != 0)
      return;
    std::fflush(nullptr);
    worker.process = fork();
    if (worker.process == 0) {
      close(files[0]);
      for (const Worker &other : workers_)
        if (other.file >= 0)
          close(other.file);
      work(worker.open, files[1]);
      _exit(0);
    }
    close(files[1]);
    worker.file = files[0];
    worker.current.reset();
    worker.received.clear();
  }

  void work(const std::vector<std::size_t> &indices, int file) const {
    for (std::size_t first = 0; first < indices.size(); first += options_.batch) {
      const std::size_t end = std::min(indices.size(), first + options_.batch);
      std::vector<Program> programs;
      for (std::size_t i = first; i < end; ++i)
        programs.push_back(programAt_(indices[i]));
      DifferentialOptions options = options_.differential;
      options.before = [&](const Program &program) {
        const auto at = static_cast<std::size_t>(&program - programs.data());
        writeAll(file, fmt::format("{}{}", indices[first + at], kEnd));
      };
      if (options_.ordersOfThreads && first / options_.batch % 2 == 1)
        options.orderSeed = programs[0].seed + 1;
      const std::vector<Verdict> verdicts = runDifferential(programs, options);
      for (std::size_t i = 0; i < verdicts.size(); ++i)
        writeAll(file, encode(indices[first + i], verdicts[i]));
    }
  }

  static void stop(Worker &worker) {
    if (worker.process <= 0)
      return;
    kill(worker.process, SIGKILL);
    finish(worker);
  }

  static int finish(Worker &worker) {
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    close(worker.file);
    worker.process = 0;
    worker.file = -1;
    return status;
  }

  // Waits for something to happen. False where all are done, or onVerdict asks for the end.
  bool step() {
    std::vector<pollfd> files;
    std::vector<Worker *> owners;
    for (Worker &worker : workers_)
      if (worker.file >= 0) {
        files.push_back({worker.file, POLLIN, 0});
        owners.push_back(&worker);
      }
    if (files.empty())
      return false;
    const int ready = poll(files.data(), files.size(), kSilence);
    if (ready < 0)
      return errno == EINTR;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (ready == 0) {
        kill(owners[i]->process, SIGKILL);
        continue; // its pipe ends, which the next step sees
      }
      if (files[i].revents != 0 && !receive(*owners[i]))
        return false;
    }
    return true;
  }

  bool receive(Worker &worker) {
    char bytes[1 << 16];
    const ssize_t count = read(worker.file, bytes, sizeof bytes);
    if (count < 0)
      return errno == EINTR;
    if (count == 0)
      return ended(worker);
    worker.received.append(bytes, static_cast<std::size_t>(count));
    for (std::size_t end; (end = worker.received.find(kEnd)) != std::string::npos;) {
      const std::vector<std::string> fields = split(worker.received.substr(0, end), kField);
      worker.received.erase(0, end + 1);
      const std::size_t index = std::strtoull(fields[0].c_str(), nullptr, 10);
      worker.current = index;
      if (fields.size() == 6 && !close(worker, index, decode(fields)))
        return false;
    }
    return true;
  }

  bool close(Worker &worker, std::size_t index, Verdict verdict) {
    worker.open.erase(std::remove(worker.open.begin(), worker.open.end(), index),
                      worker.open.end());
    return onVerdict_(index, std::move(verdict));
  }
  static void close(int file) { ::close(file); }

  // A worker ended: with nothing left to do, or by a crash, and then another goes on.
  bool ended(Worker &worker) {
    const int status = finish(worker);
    if (worker.open.empty())
      return true;
    const std::size_t index = worker.current.value_or(worker.open.front());
    Verdict verdict;
    verdict.kind = Verdict::Kind::Failed;
    verdict.what = "crash";
    verdict.text = WIFSIGNALED(status) ? fmt::format("ended by signal {}\n", WTERMSIG(status))
                                       : fmt::format("ended with status {}\n", WEXITSTATUS(status));
    const bool goOn = close(worker, index, std::move(verdict));
    if (goOn)
      start(worker);
    return goOn;
  }

  const std::function<Program(std::size_t)> &programAt_;
  const WorkOptions &options_;
  const OnVerdict &onVerdict_;
  std::vector<Worker> workers_;
};

} // namespace

void runPrograms(std::size_t count, const std::function<Program(std::size_t)> &programAt,
                 const WorkOptions &options, const OnVerdict &onVerdict) {
  Crew(programAt, options, onVerdict).run(count);
}

Verdict runProgram(const Program &program, const DifferentialOptions &options) {
  WorkOptions work;
  work.differential = options;
  Verdict result;
  runPrograms(
      1, [&](std::size_t) { return program; }, work,
      [&](std::size_t, Verdict verdict) {
        result = std::move(verdict);
        return true;
      });
  return result;
}

} // namespace mytriton::fuzz
