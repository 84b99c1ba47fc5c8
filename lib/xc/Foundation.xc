// SPDX-License-Identifier: Apache-2.0
// The library's classes of objects, but Error.xc.
#import "Array.xc"
#import "Assert.xc"
#import "Data.xc"
#import "Log.xc"
#import "Map.xc"
#import "Number.xc"
#import "Object.xc"
#import "Set.xc"
#import "Stdio.xc"
#import "String.xc"
