# Prints the first basic block that tests a whole mask: the hot loop of a kernel with one loop.
/^\.LBB/ { block = "" }
{ block = block $0 "\n" }
/vtestps|vptest|vmovmskps/ { printf "%s", block; exit }
