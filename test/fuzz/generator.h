// The state of a generation, shared by what makes statements and what makes expressions.
#pragma once

#include "dice.h"
#include "program_generator.h"

#include <optional>

namespace mytriton::fuzz {

class Generator {
public:
  Generator(std::uint64_t seed, const GeneratorOptions &options);
  Program run();

private:
  struct Name {
    std::string name;
    Type type;
    bool fixed = false; // a parameter or the variable of a loop: never assigned to
  };

  bool allowed(const char *feature) const { return options_.without.count(feature) == 0; }

  // --- generator_types.cpp ----------------------------------------------------------------------
  DType anyDType();
  DType numberDType(); // no bool
  DType floatDType();
  Shape anyShape();
  Type anyType();
  Type productType();
  Shape narrowed(const Shape &shape); // that broadcasts to it
  int inputOf(DType dtype);           // the index of a buffer
  int outputOf(Type type);
  std::string boundName(); // a scalar parameter that bounds indices
  std::vector<int> orderedStrides(const Shape &shape, bool natural);
  void move(Access &access, const Shape &shape);
  Access affineAccess(int buffer, const Shape &shape);
  Access storeAccess(int buffer, const Shape &shape);

  // --- generator_expressions.cpp ----------------------------------------------------------------
  ExprPtr expression(Type type, int depth);
  ExprPtr leaf(Type type);
  ExprPtr anyConstant(Type type);
  std::optional<ExprPtr> anyVariable(Type type);
  ExprPtr load(Type type, int depth);
  ExprPtr loadAt(Type type, Access access, int depth);
  ExprPtr unary(Type type, int depth);
  ExprPtr binary(Type type, int depth);
  ExprPtr shift(Type type, int depth);
  ExprPtr compare(Type type, int depth);
  ExprPtr convert(Type type, int depth);
  ExprPtr mixed(Type type, int depth);
  ExprPtr mixedLiteral(Type type, int depth);
  ExprPtr choice(Type type, int depth);
  ExprPtr reduce(Type type, int depth);
  ExprPtr expand(Type type, int depth);
  ExprPtr permute(Type type, int depth);
  bool canBeProduct(const Type &type) const;
  ExprPtr dot(Type type, int depth, ExprPtr sum); // `sum`: what it is added to, or null
  ExprPtr call(Type type, int depth);
  ExprPtr operand(Type type, int depth); // of a type that broadcasts to that
  ExprPtr inexact(Type type, int depth);

  // --- program_generator.cpp ---------------------------------------------------------------------
  std::string freshName(const char *prefix);
  void statements(std::vector<Statement> &out, int count, int depth);
  void statement(std::vector<Statement> &out, int depth);
  Statement assignment(Type type, int depth);
  void store(std::vector<Statement> &out);
  void update(std::vector<Statement> &out);
  void walks(Statement &loop);
  void finishLoop(std::vector<Statement> &out, Statement loop, int depth);
  void loop(std::vector<Statement> &out, int depth);
  void whileLoop(std::vector<Statement> &out, int depth);
  void condition(std::vector<Statement> &out, int depth);
  void helperCall(std::vector<Statement> &out);
  int makeHelper(const std::vector<Type> &parameters, const std::vector<Type> &results);
  void earlyReturn(std::vector<Statement> &out);
  void carry(std::vector<Statement> &before, Statement &loop);
  ExprPtr carriedNext(const std::string &name, Type type);

  GeneratorOptions options_;
  Dice dice_;
  Program program_;
  std::vector<Name> names_; // visible
  int fresh_ = 0;
  int budget_ = 0;                 // nodes of expressions that may still be made
  std::vector<std::string> loops_; // variables of those around
  std::vector<Walk> walks_;        // of those
  bool inHelper_ = false;
};

} // namespace mytriton::fuzz
