#include "frontend/xc/check.hpp"
namespace tack::xc {
void check_pars(Program&, Types&, Reporter&) {}
}  // namespace tack::xc
