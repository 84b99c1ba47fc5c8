// SPDX-License-Identifier: Apache-2.0
// The runtime of par blocks. Importing it is what allows a program to use them.
class Par
{
}
