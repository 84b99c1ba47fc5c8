//--- calls one inside the other
#import "Par.xc"
u32 a[10];
u32 f0(u32 x) { return x; }
u32 f1(u32 x) { return f0(x); }
u32 f2(u32 x) { return f1(x); }
u32 f3(u32 x) { return f2(x); }
u32 f4(u32 x) { return f3(x); }
u32 f5(u32 x) { return f4(x); }
u32 f6(u32 x) { return f5(x); }
u32 f7(u32 x) { return f6(x); }
u32 f8(u32 x) { return f7(x); }
u32 f9(u32 x) { return f8(x); }
u32 f10(u32 x) { return f9(x); }
u32 f11(u32 x) { return f10(x); }
u32 f12(u32 x) { return f11(x); }
u32 f13(u32 x) { return f12(x); }
u32 f14(u32 x) { return f13(x); }
u32 f15(u32 x) { return f14(x); }
u32 f16(u32 x) { return f15(x); }
u32 f17(u32 x) { return f16(x); }
u32 f18(u32 x) { return f17(x); }
u32 f19(u32 x) { return f18(x); }
u32 f20(u32 x) { return f19(x); }
u32 f21(u32 x) { return f20(x); }
u32 f22(u32 x) { return f21(x); }
u32 f23(u32 x) { return f22(x); }
u32 f24(u32 x) { return f23(x); }
u32 f25(u32 x) { return f24(x); }
u32 f26(u32 x) { return f25(x); }
u32 f27(u32 x) { return f26(x); }
u32 f28(u32 x) { return f27(x); }
u32 f29(u32 x) { return f28(x); }
u32 f30(u32 x) { return f29(x); }
u32 f31(u32 x) { return f30(x); }
u32 f32(u32 x) { return f31(x); }
u32 f33(u32 x) { return f32(x); }
u32 f34(u32 x) { return f33(x); }
u32 f35(u32 x) { return f34(x); }
u32 f36(u32 x) { return f35(x); }
u32 f37(u32 x) { return f36(x); }
u32 f38(u32 x) { return f37(x); }
u32 f39(u32 x) { return f38(x); }
u32 f40(u32 x) { return f39(x); }
u32 f41(u32 x) { return f40(x); }
u32 f42(u32 x) { return f41(x); }
u32 f43(u32 x) { return f42(x); }
u32 f44(u32 x) { return f43(x); }
u32 f45(u32 x) { return f44(x); }
u32 f46(u32 x) { return f45(x); }
u32 f47(u32 x) { return f46(x); }
u32 f48(u32 x) { return f47(x); }
u32 f49(u32 x) { return f48(x); }
u32 f50(u32 x) { return f49(x); }
u32 f51(u32 x) { return f50(x); }
u32 f52(u32 x) { return f51(x); }
u32 f53(u32 x) { return f52(x); }
u32 f54(u32 x) { return f53(x); }
u32 f55(u32 x) { return f54(x); }
u32 f56(u32 x) { return f55(x); }
u32 f57(u32 x) { return f56(x); }
u32 f58(u32 x) { return f57(x); }
u32 f59(u32 x) { return f58(x); }
u32 f60(u32 x) { return f59(x); }
u32 f61(u32 x) { return f60(x); }
u32 f62(u32 x) { return f61(x); }
u32 f63(u32 x) { return f62(x); }
u32 f64(u32 x) { return f63(x); }
u32 f65(u32 x) { return f64(x); }
u32 f66(u32 x) { return f65(x); }
u32 f67(u32 x) { return f66(x); }
u32 f68(u32 x) { return f67(x); }
u32 f69(u32 x) { return f68(x); }
u32 f70(u32 x) { return f69(x); }
u32 f71(u32 x) { return f70(x); }
u32 f72(u32 x) { return f71(x); }
u32 f73(u32 x) { return f72(x); }
u32 f74(u32 x) { return f73(x); }
u32 f75(u32 x) { return f74(x); }
u32 f76(u32 x) { return f75(x); }
u32 f77(u32 x) { return f76(x); }
u32 f78(u32 x) { return f77(x); }
u32 f79(u32 x) { return f78(x); }
u32 f80(u32 x) { return f79(x); }
u32 f81(u32 x) { return f80(x); }
u32 f82(u32 x) { return f81(x); }
u32 f83(u32 x) { return f82(x); }
u32 f84(u32 x) { return f83(x); }
u32 f85(u32 x) { return f84(x); }
u32 f86(u32 x) { return f85(x); }
u32 f87(u32 x) { return f86(x); }
u32 f88(u32 x) { return f87(x); }
u32 f89(u32 x) { return f88(x); }
u32 f90(u32 x) { return f89(x); }
u32 f91(u32 x) { return f90(x); }
u32 f92(u32 x) { return f91(x); }
u32 f93(u32 x) { return f92(x); }
u32 f94(u32 x) { return f93(x); }
u32 f95(u32 x) { return f94(x); }
u32 f96(u32 x) { return f95(x); }
u32 f97(u32 x) { return f96(x); }
u32 f98(u32 x) { return f97(x); }
u32 f99(u32 x) { return f98(x); }
u32 f100(u32 x) { return f99(x); }
u32 f101(u32 x) { return f100(x); }
u32 f102(u32 x) { return f101(x); }
u32 f103(u32 x) { return f102(x); }
u32 f104(u32 x) { return f103(x); }
u32 f105(u32 x) { return f104(x); }
u32 f106(u32 x) { return f105(x); }
u32 f107(u32 x) { return f106(x); }
u32 f108(u32 x) { return f107(x); }
u32 f109(u32 x) { return f108(x); }
u32 f110(u32 x) { return f109(x); }
u32 f111(u32 x) { return f110(x); }
u32 f112(u32 x) { return f111(x); }
u32 f113(u32 x) { return f112(x); }
u32 f114(u32 x) { return f113(x); }
u32 f115(u32 x) { return f114(x); }
u32 f116(u32 x) { return f115(x); }
u32 f117(u32 x) { return f116(x); }
u32 f118(u32 x) { return f117(x); }
u32 f119(u32 x) { return f118(x); }
u32 f120(u32 x) { return f119(x); }
u32 f121(u32 x) { return f120(x); }
u32 f122(u32 x) { return f121(x); }
u32 f123(u32 x) { return f122(x); }
u32 f124(u32 x) { return f123(x); }
u32 f125(u32 x) { return f124(x); }
u32 f126(u32 x) { return f125(x); }
u32 f127(u32 x) { return f126(x); }
u32 f128(u32 x) { return f127(x); }
u32 f129(u32 x) { return f128(x); }
u32 f130(u32 x) { return f129(x); }
u32 f131(u32 x) { return f130(x); }
u32 f132(u32 x) { return f131(x); }
u32 f133(u32 x) { return f132(x); }
u32 f134(u32 x) { return f133(x); }
u32 f135(u32 x) { return f134(x); }
u32 f136(u32 x) { return f135(x); }
u32 f137(u32 x) { return f136(x); }
u32 f138(u32 x) { return f137(x); }
u32 f139(u32 x) { return f138(x); }
u32 f140(u32 x) { return f139(x); }
u32 f141(u32 x) { return f140(x); }
u32 f142(u32 x) { return f141(x); }
u32 f143(u32 x) { return f142(x); }
u32 f144(u32 x) { return f143(x); }
u32 f145(u32 x) { return f144(x); }
u32 f146(u32 x) { return f145(x); }
u32 f147(u32 x) { return f146(x); }
u32 f148(u32 x) { return f147(x); }
u32 f149(u32 x) { return f148(x); }
void g(void)
{
    par { for (u32 i in 0..10) a[i] = f149(i); }   // expect-error: more than 100 one inside the other
}
//--- calls that double
#import "Par.xc"
u32 a[10];
u32 f0(u32 x) { return x; }
u32 f1(u32 x) { return f0(x) + f0(x); }
u32 f2(u32 x) { return f1(x) + f1(x); }
u32 f3(u32 x) { return f2(x) + f2(x); }
u32 f4(u32 x) { return f3(x) + f3(x); }
u32 f5(u32 x) { return f4(x) + f4(x); }
u32 f6(u32 x) { return f5(x) + f5(x); }
u32 f7(u32 x) { return f6(x) + f6(x); }
u32 f8(u32 x) { return f7(x) + f7(x); }
u32 f9(u32 x) { return f8(x) + f8(x); }
u32 f10(u32 x) { return f9(x) + f9(x); }
u32 f11(u32 x) { return f10(x) + f10(x); }
u32 f12(u32 x) { return f11(x) + f11(x); }
u32 f13(u32 x) { return f12(x) + f12(x); }
u32 f14(u32 x) { return f13(x) + f13(x); }
u32 f15(u32 x) { return f14(x) + f14(x); }
u32 f16(u32 x) { return f15(x) + f15(x); }
u32 f17(u32 x) { return f16(x) + f16(x); }
u32 f18(u32 x) { return f17(x) + f17(x); }
u32 f19(u32 x) { return f18(x) + f18(x); }
u32 f20(u32 x) { return f19(x) + f19(x); }
u32 f21(u32 x) { return f20(x) + f20(x); }
u32 f22(u32 x) { return f21(x) + f21(x); }
u32 f23(u32 x) { return f22(x) + f22(x); }
u32 f24(u32 x) { return f23(x) + f23(x); }
u32 f25(u32 x) { return f24(x) + f24(x); }
u32 f26(u32 x) { return f25(x) + f25(x); }
u32 f27(u32 x) { return f26(x) + f26(x); }
u32 f28(u32 x) { return f27(x) + f27(x); }
u32 f29(u32 x) { return f28(x) + f28(x); }
u32 f30(u32 x) { return f29(x) + f29(x); }
u32 f31(u32 x) { return f30(x) + f30(x); }
u32 f32(u32 x) { return f31(x) + f31(x); }
u32 f33(u32 x) { return f32(x) + f32(x); }
u32 f34(u32 x) { return f33(x) + f33(x); }
u32 f35(u32 x) { return f34(x) + f34(x); }
u32 f36(u32 x) { return f35(x) + f35(x); }
u32 f37(u32 x) { return f36(x) + f36(x); }
u32 f38(u32 x) { return f37(x) + f37(x); }
u32 f39(u32 x) { return f38(x) + f38(x); }
void g(void)
{
    par { for (u32 i in 0..10) a[i] = f39(i); }   // expect-error: more than 5000 calls
}
//--- stars
u32************************************************************************************************************************************************************************************************************************************************************************************************************ p;   // expect-error: nested too deeply
//--- typedefs
typedef u8* t0;
typedef t0* t1;
typedef t1* t2;
typedef t2* t3;
typedef t3* t4;
typedef t4* t5;
typedef t5* t6;
typedef t6* t7;
typedef t7* t8;
typedef t8* t9;
typedef t9* t10;
typedef t10* t11;
typedef t11* t12;
typedef t12* t13;
typedef t13* t14;
typedef t14* t15;
typedef t15* t16;
typedef t16* t17;
typedef t17* t18;
typedef t18* t19;
typedef t19* t20;
typedef t20* t21;
typedef t21* t22;
typedef t22* t23;
typedef t23* t24;
typedef t24* t25;
typedef t25* t26;
typedef t26* t27;
typedef t27* t28;
typedef t28* t29;
typedef t29* t30;
typedef t30* t31;
typedef t31* t32;
typedef t32* t33;
typedef t33* t34;
typedef t34* t35;
typedef t35* t36;
typedef t36* t37;
typedef t37* t38;
typedef t38* t39;
typedef t39* t40;
typedef t40* t41;
typedef t41* t42;
typedef t42* t43;
typedef t43* t44;
typedef t44* t45;
typedef t45* t46;
typedef t46* t47;
typedef t47* t48;
typedef t48* t49;
typedef t49* t50;
typedef t50* t51;
typedef t51* t52;
typedef t52* t53;
typedef t53* t54;
typedef t54* t55;
typedef t55* t56;
typedef t56* t57;
typedef t57* t58;
typedef t58* t59;
typedef t59* t60;
typedef t60* t61;
typedef t61* t62;
typedef t62* t63;
typedef t63* t64;
typedef t64* t65;
typedef t65* t66;
typedef t66* t67;
typedef t67* t68;
typedef t68* t69;
typedef t69* t70;
typedef t70* t71;
typedef t71* t72;   // expect-error: nested too deeply
typedef t72* t73;
typedef t73* t74;
typedef t74* t75;
typedef t75* t76;
typedef t76* t77;
typedef t77* t78;
typedef t78* t79;
typedef t79* t80;
typedef t80* t81;
typedef t81* t82;
typedef t82* t83;
typedef t83* t84;
typedef t84* t85;
typedef t85* t86;
typedef t86* t87;
typedef t87* t88;
typedef t88* t89;
typedef t89* t90;
typedef t90* t91;
typedef t91* t92;
typedef t92* t93;
typedef t93* t94;
typedef t94* t95;
typedef t95* t96;
typedef t96* t97;
typedef t97* t98;
typedef t98* t99;
typedef t99* t100;
typedef t100* t101;
typedef t101* t102;
typedef t102* t103;
typedef t103* t104;
typedef t104* t105;
typedef t105* t106;
typedef t106* t107;
typedef t107* t108;
typedef t108* t109;
typedef t109* t110;
typedef t110* t111;
typedef t111* t112;
typedef t112* t113;
typedef t113* t114;
typedef t114* t115;
typedef t115* t116;
typedef t116* t117;
typedef t117* t118;
typedef t118* t119;
typedef t119* t120;
typedef t120* t121;
typedef t121* t122;
typedef t122* t123;
typedef t123* t124;
typedef t124* t125;
typedef t125* t126;
typedef t126* t127;
typedef t127* t128;
typedef t128* t129;
typedef t129* t130;
typedef t130* t131;
typedef t131* t132;
typedef t132* t133;
typedef t133* t134;
typedef t134* t135;
typedef t135* t136;
typedef t136* t137;
typedef t137* t138;
typedef t138* t139;
typedef t139* t140;
typedef t140* t141;
typedef t141* t142;
typedef t142* t143;
typedef t143* t144;
typedef t144* t145;
typedef t145* t146;
typedef t146* t147;
typedef t147* t148;
typedef t148* t149;
typedef t149* t150;
typedef t150* t151;
typedef t151* t152;
typedef t152* t153;
typedef t153* t154;
typedef t154* t155;
typedef t155* t156;
typedef t156* t157;
typedef t157* t158;
typedef t158* t159;
typedef t159* t160;
typedef t160* t161;
typedef t161* t162;
typedef t162* t163;
typedef t163* t164;
typedef t164* t165;
typedef t165* t166;
typedef t166* t167;
typedef t167* t168;
typedef t168* t169;
typedef t169* t170;
typedef t170* t171;
typedef t171* t172;
typedef t172* t173;
typedef t173* t174;
typedef t174* t175;
typedef t175* t176;
typedef t176* t177;
typedef t177* t178;
typedef t178* t179;
typedef t179* t180;
typedef t180* t181;
typedef t181* t182;
typedef t182* t183;
typedef t183* t184;
typedef t184* t185;
typedef t185* t186;
typedef t186* t187;
typedef t187* t188;
typedef t188* t189;
typedef t189* t190;
typedef t190* t191;
typedef t191* t192;
typedef t192* t193;
typedef t193* t194;
typedef t194* t195;
typedef t195* t196;
typedef t196* t197;
typedef t197* t198;
typedef t198* t199;
t199 p;
//--- structs
struct s0 { u8 a; };
struct s1 { s0 a; };
struct s2 { s1 a; };
struct s3 { s2 a; };
struct s4 { s3 a; };
struct s5 { s4 a; };
struct s6 { s5 a; };
struct s7 { s6 a; };
struct s8 { s7 a; };
struct s9 { s8 a; };
struct s10 { s9 a; };
struct s11 { s10 a; };
struct s12 { s11 a; };
struct s13 { s12 a; };
struct s14 { s13 a; };
struct s15 { s14 a; };
struct s16 { s15 a; };
struct s17 { s16 a; };
struct s18 { s17 a; };
struct s19 { s18 a; };
struct s20 { s19 a; };
struct s21 { s20 a; };
struct s22 { s21 a; };
struct s23 { s22 a; };
struct s24 { s23 a; };
struct s25 { s24 a; };
struct s26 { s25 a; };
struct s27 { s26 a; };
struct s28 { s27 a; };
struct s29 { s28 a; };
struct s30 { s29 a; };
struct s31 { s30 a; };
struct s32 { s31 a; };
struct s33 { s32 a; };
struct s34 { s33 a; };
struct s35 { s34 a; };
struct s36 { s35 a; };
struct s37 { s36 a; };
struct s38 { s37 a; };
struct s39 { s38 a; };
struct s40 { s39 a; };
struct s41 { s40 a; };
struct s42 { s41 a; };
struct s43 { s42 a; };
struct s44 { s43 a; };
struct s45 { s44 a; };
struct s46 { s45 a; };
struct s47 { s46 a; };
struct s48 { s47 a; };
struct s49 { s48 a; };
struct s50 { s49 a; };
struct s51 { s50 a; };
struct s52 { s51 a; };
struct s53 { s52 a; };
struct s54 { s53 a; };
struct s55 { s54 a; };
struct s56 { s55 a; };
struct s57 { s56 a; };
struct s58 { s57 a; };
struct s59 { s58 a; };
struct s60 { s59 a; };
struct s61 { s60 a; };
struct s62 { s61 a; };
struct s63 { s62 a; };
struct s64 { s63 a; };
struct s65 { s64 a; };
struct s66 { s65 a; };
struct s67 { s66 a; };
struct s68 { s67 a; };
struct s69 { s68 a; };
struct s70 { s69 a; };
struct s71 { s70 a; };
struct s72 { s71 a; };
struct s73 { s72 a; };
struct s74 { s73 a; };
struct s75 { s74 a; };
struct s76 { s75 a; };
struct s77 { s76 a; };
struct s78 { s77 a; };
struct s79 { s78 a; };
struct s80 { s79 a; };
struct s81 { s80 a; };
struct s82 { s81 a; };
struct s83 { s82 a; };
struct s84 { s83 a; };
struct s85 { s84 a; };
struct s86 { s85 a; };
struct s87 { s86 a; };
struct s88 { s87 a; };
struct s89 { s88 a; };
struct s90 { s89 a; };
struct s91 { s90 a; };
struct s92 { s91 a; };
struct s93 { s92 a; };
struct s94 { s93 a; };
struct s95 { s94 a; };
struct s96 { s95 a; };
struct s97 { s96 a; };
struct s98 { s97 a; };
struct s99 { s98 a; };
struct s100 { s99 a; };
struct s101 { s100 a; };
struct s102 { s101 a; };
struct s103 { s102 a; };
struct s104 { s103 a; };
struct s105 { s104 a; };
struct s106 { s105 a; };
struct s107 { s106 a; };
struct s108 { s107 a; };
struct s109 { s108 a; };
struct s110 { s109 a; };
struct s111 { s110 a; };
struct s112 { s111 a; };
struct s113 { s112 a; };
struct s114 { s113 a; };
struct s115 { s114 a; };
struct s116 { s115 a; };
struct s117 { s116 a; };
struct s118 { s117 a; };
struct s119 { s118 a; };
struct s120 { s119 a; };
struct s121 { s120 a; };
struct s122 { s121 a; };
struct s123 { s122 a; };
struct s124 { s123 a; };
struct s125 { s124 a; };
struct s126 { s125 a; };
struct s127 { s126 a; };
struct s128 { s127 a; };
struct s129 { s128 a; };
struct s130 { s129 a; };
struct s131 { s130 a; };
struct s132 { s131 a; };
struct s133 { s132 a; };
struct s134 { s133 a; };
struct s135 { s134 a; };
struct s136 { s135 a; };
struct s137 { s136 a; };
struct s138 { s137 a; };
struct s139 { s138 a; };
struct s140 { s139 a; };
struct s141 { s140 a; };
struct s142 { s141 a; };
struct s143 { s142 a; };
struct s144 { s143 a; };
struct s145 { s144 a; };
struct s146 { s145 a; };
struct s147 { s146 a; };
struct s148 { s147 a; };
struct s149 { s148 a; };
struct s150 { s149 a; };
struct s151 { s150 a; };
struct s152 { s151 a; };
struct s153 { s152 a; };
struct s154 { s153 a; };
struct s155 { s154 a; };
struct s156 { s155 a; };
struct s157 { s156 a; };
struct s158 { s157 a; };
struct s159 { s158 a; };
struct s160 { s159 a; };
struct s161 { s160 a; };
struct s162 { s161 a; };
struct s163 { s162 a; };
struct s164 { s163 a; };
struct s165 { s164 a; };
struct s166 { s165 a; };
struct s167 { s166 a; };
struct s168 { s167 a; };
struct s169 { s168 a; };
struct s170 { s169 a; };
struct s171 { s170 a; };
struct s172 { s171 a; };
struct s173 { s172 a; };
struct s174 { s173 a; };
struct s175 { s174 a; };
struct s176 { s175 a; };
struct s177 { s176 a; };
struct s178 { s177 a; };
struct s179 { s178 a; };
struct s180 { s179 a; };
struct s181 { s180 a; };
struct s182 { s181 a; };
struct s183 { s182 a; };
struct s184 { s183 a; };
struct s185 { s184 a; };
struct s186 { s185 a; };
struct s187 { s186 a; };
struct s188 { s187 a; };
struct s189 { s188 a; };
struct s190 { s189 a; };
struct s191 { s190 a; };
struct s192 { s191 a; };
struct s193 { s192 a; };
struct s194 { s193 a; };
struct s195 { s194 a; };
struct s196 { s195 a; };
struct s197 { s196 a; };
struct s198 { s197 a; };
struct s199 { s198 a; };
struct s200 { s199 a; };
struct s201 { s200 a; };
struct s202 { s201 a; };
struct s203 { s202 a; };
struct s204 { s203 a; };
struct s205 { s204 a; };
struct s206 { s205 a; };
struct s207 { s206 a; };
struct s208 { s207 a; };
struct s209 { s208 a; };
struct s210 { s209 a; };
struct s211 { s210 a; };
struct s212 { s211 a; };
struct s213 { s212 a; };
struct s214 { s213 a; };
struct s215 { s214 a; };
struct s216 { s215 a; };
struct s217 { s216 a; };
struct s218 { s217 a; };
struct s219 { s218 a; };
struct s220 { s219 a; };
struct s221 { s220 a; };
struct s222 { s221 a; };
struct s223 { s222 a; };
struct s224 { s223 a; };
struct s225 { s224 a; };
struct s226 { s225 a; };
struct s227 { s226 a; };
struct s228 { s227 a; };
struct s229 { s228 a; };
struct s230 { s229 a; };
struct s231 { s230 a; };
struct s232 { s231 a; };
struct s233 { s232 a; };
struct s234 { s233 a; };
struct s235 { s234 a; };
struct s236 { s235 a; };
struct s237 { s236 a; };
struct s238 { s237 a; };
struct s239 { s238 a; };
struct s240 { s239 a; };
struct s241 { s240 a; };
struct s242 { s241 a; };
struct s243 { s242 a; };
struct s244 { s243 a; };
struct s245 { s244 a; };
struct s246 { s245 a; };
struct s247 { s246 a; };
struct s248 { s247 a; };
struct s249 { s248 a; };
struct s250 { s249 a; };
struct s251 { s250 a; };
struct s252 { s251 a; };
struct s253 { s252 a; };
struct s254 { s253 a; };
struct s255 { s254 a; };
struct s256 { s255 a; };
struct s257 { s256 a; };   // expect-error: nested too deeply
//--- classes
class c0 { }
class c1 : c0 { }
class c2 : c1 { }
class c3 : c2 { }
class c4 : c3 { }
class c5 : c4 { }
class c6 : c5 { }
class c7 : c6 { }
class c8 : c7 { }
class c9 : c8 { }
class c10 : c9 { }
class c11 : c10 { }
class c12 : c11 { }
class c13 : c12 { }
class c14 : c13 { }
class c15 : c14 { }
class c16 : c15 { }
class c17 : c16 { }
class c18 : c17 { }
class c19 : c18 { }
class c20 : c19 { }
class c21 : c20 { }
class c22 : c21 { }
class c23 : c22 { }
class c24 : c23 { }
class c25 : c24 { }
class c26 : c25 { }
class c27 : c26 { }
class c28 : c27 { }
class c29 : c28 { }
class c30 : c29 { }
class c31 : c30 { }
class c32 : c31 { }
class c33 : c32 { }
class c34 : c33 { }
class c35 : c34 { }
class c36 : c35 { }
class c37 : c36 { }
class c38 : c37 { }
class c39 : c38 { }
class c40 : c39 { }
class c41 : c40 { }
class c42 : c41 { }
class c43 : c42 { }
class c44 : c43 { }
class c45 : c44 { }
class c46 : c45 { }
class c47 : c46 { }
class c48 : c47 { }
class c49 : c48 { }
class c50 : c49 { }
class c51 : c50 { }
class c52 : c51 { }
class c53 : c52 { }
class c54 : c53 { }
class c55 : c54 { }
class c56 : c55 { }
class c57 : c56 { }
class c58 : c57 { }
class c59 : c58 { }
class c60 : c59 { }
class c61 : c60 { }
class c62 : c61 { }
class c63 : c62 { }
class c64 : c63 { }
class c65 : c64 { }
class c66 : c65 { }
class c67 : c66 { }
class c68 : c67 { }
class c69 : c68 { }
class c70 : c69 { }
class c71 : c70 { }
class c72 : c71 { }
class c73 : c72 { }
class c74 : c73 { }
class c75 : c74 { }
class c76 : c75 { }
class c77 : c76 { }
class c78 : c77 { }
class c79 : c78 { }
class c80 : c79 { }
class c81 : c80 { }
class c82 : c81 { }
class c83 : c82 { }
class c84 : c83 { }
class c85 : c84 { }
class c86 : c85 { }
class c87 : c86 { }
class c88 : c87 { }
class c89 : c88 { }
class c90 : c89 { }
class c91 : c90 { }
class c92 : c91 { }
class c93 : c92 { }
class c94 : c93 { }
class c95 : c94 { }
class c96 : c95 { }
class c97 : c96 { }
class c98 : c97 { }
class c99 : c98 { }
class c100 : c99 { }
class c101 : c100 { }
class c102 : c101 { }
class c103 : c102 { }
class c104 : c103 { }
class c105 : c104 { }
class c106 : c105 { }
class c107 : c106 { }
class c108 : c107 { }
class c109 : c108 { }
class c110 : c109 { }
class c111 : c110 { }
class c112 : c111 { }
class c113 : c112 { }
class c114 : c113 { }
class c115 : c114 { }
class c116 : c115 { }
class c117 : c116 { }
class c118 : c117 { }
class c119 : c118 { }
class c120 : c119 { }
class c121 : c120 { }
class c122 : c121 { }
class c123 : c122 { }
class c124 : c123 { }
class c125 : c124 { }
class c126 : c125 { }
class c127 : c126 { }
class c128 : c127 { }
class c129 : c128 { }
class c130 : c129 { }
class c131 : c130 { }
class c132 : c131 { }
class c133 : c132 { }
class c134 : c133 { }
class c135 : c134 { }
class c136 : c135 { }
class c137 : c136 { }
class c138 : c137 { }
class c139 : c138 { }
class c140 : c139 { }
class c141 : c140 { }
class c142 : c141 { }
class c143 : c142 { }
class c144 : c143 { }
class c145 : c144 { }
class c146 : c145 { }
class c147 : c146 { }
class c148 : c147 { }
class c149 : c148 { }
class c150 : c149 { }
class c151 : c150 { }
class c152 : c151 { }
class c153 : c152 { }
class c154 : c153 { }
class c155 : c154 { }
class c156 : c155 { }
class c157 : c156 { }
class c158 : c157 { }
class c159 : c158 { }
class c160 : c159 { }
class c161 : c160 { }
class c162 : c161 { }
class c163 : c162 { }
class c164 : c163 { }
class c165 : c164 { }
class c166 : c165 { }
class c167 : c166 { }
class c168 : c167 { }
class c169 : c168 { }
class c170 : c169 { }
class c171 : c170 { }
class c172 : c171 { }
class c173 : c172 { }
class c174 : c173 { }
class c175 : c174 { }
class c176 : c175 { }
class c177 : c176 { }
class c178 : c177 { }
class c179 : c178 { }
class c180 : c179 { }
class c181 : c180 { }
class c182 : c181 { }
class c183 : c182 { }
class c184 : c183 { }
class c185 : c184 { }
class c186 : c185 { }
class c187 : c186 { }
class c188 : c187 { }
class c189 : c188 { }
class c190 : c189 { }
class c191 : c190 { }
class c192 : c191 { }
class c193 : c192 { }
class c194 : c193 { }
class c195 : c194 { }
class c196 : c195 { }
class c197 : c196 { }
class c198 : c197 { }
class c199 : c198 { }
class c200 : c199 { }
class c201 : c200 { }
class c202 : c201 { }
class c203 : c202 { }
class c204 : c203 { }
class c205 : c204 { }
class c206 : c205 { }
class c207 : c206 { }
class c208 : c207 { }
class c209 : c208 { }
class c210 : c209 { }
class c211 : c210 { }
class c212 : c211 { }
class c213 : c212 { }
class c214 : c213 { }
class c215 : c214 { }
class c216 : c215 { }
class c217 : c216 { }
class c218 : c217 { }
class c219 : c218 { }
class c220 : c219 { }
class c221 : c220 { }
class c222 : c221 { }
class c223 : c222 { }
class c224 : c223 { }
class c225 : c224 { }
class c226 : c225 { }
class c227 : c226 { }
class c228 : c227 { }
class c229 : c228 { }
class c230 : c229 { }
class c231 : c230 { }
class c232 : c231 { }
class c233 : c232 { }
class c234 : c233 { }
class c235 : c234 { }
class c236 : c235 { }
class c237 : c236 { }
class c238 : c237 { }
class c239 : c238 { }
class c240 : c239 { }
class c241 : c240 { }
class c242 : c241 { }
class c243 : c242 { }
class c244 : c243 { }
class c245 : c244 { }
class c246 : c245 { }
class c247 : c246 { }
class c248 : c247 { }
class c249 : c248 { }
class c250 : c249 { }
class c251 : c250 { }
class c252 : c251 { }
class c253 : c252 { }
class c254 : c253 { }
class c255 : c254 { }
class c256 : c255 { }
class c257 : c256 { }   // expect-error: nested too deeply
