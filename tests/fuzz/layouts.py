#!/usr/bin/env python3
"""Random parameter lists and structs: compares what custub reads with what nvcc compiles.

    layouts.py CUSTUB INCLUDE_DIR NVCC [KERNELS [SEED]]

Each file is read for two architectures. For each struct, nvcc then tells the size, the alignment and
the places of the fields, in constant expressions and in its code. If custub read something else, an
assertion of <stem>.nvcc.cu or `custub verify` must report it. If all agree, neither may report
anything. Otherwise the test shows and keeps the file, and exits with 1.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ARCHITECTURES = ("80", "90")
KERNELS_PER_FILE = 20
CONSTANT, PARAMETER, NEGATE = 0, 1, 4  # custub_op

INTEGERS = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
            "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "wchar_t",
            "char16_t", "char32_t"]
OTHERS = ["float", "double", "__half", "__nv_bfloat16", "__half2", "float2", "float3", "float4",
          "int2", "uchar4", "loose", "double2", "longlong4", "void *", "const float *", "int (*)(int)"]
BASES = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
         "unsigned int", "long", "unsigned long long"]
# Enumerators near the limits of the base; without a base they choose the type.
LIMITS = {"": ["-1", "0x80000000", "0x100000000", "0x7fffffffffffffff"], "char": ["-128", "127"],
          "signed char": ["-128", "-1"], "unsigned char": ["128", "200", "255"],
          "short": ["-32768", "-1"], "unsigned short": ["0x8000", "0xffff"],
          "int": ["-2147483647 - 1", "-1"], "unsigned int": ["0x80000000", "0xffffffff"],
          "long": ["-9223372036854775807 - 1", "-1"],
          "unsigned long": ["0x8000000000000000", "-1ul"], "unsigned long long": ["1ull << 63"]}


class Struct:
    def __init__(self, name, text, fields, integers):
        self.name, self.text, self.fields, self.integers = name, text, fields, integers


class Maker:
    """Makes one file."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = []  # texts of declarations, in order
        self.structs = []
        self.enums = []
        self.constants = []  # enumerators: their names, and their enumeration's

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def declare(self, type_name, name):
        return type_name.replace("(*)", f"(*{name})") if "(*)" in type_name else f"{type_name} {name}"

    def make_enum(self, index):
        name = f"e{index}"
        base = f" : {self.random.choice(BASES)}" if self.chance(60) else ""
        scoped = "class " if base and self.chance(40) else ""
        values = self.random.sample(["0", "1", "2", "100"] + LIMITS.get(base[3:], []), 2)
        if "bool" in base:
            values = ["0", "1"]
        body = ", ".join(f"{name}_{i} = {v}" for i, v in enumerate(values))
        self.types.append(f"enum {scoped}{name}{base} {{ {body} }};")
        self.enums.append(name)
        scope = f"{name}::" if scoped or self.chance(20) else ""
        self.constants += [(f"{scope}{name}_{i}", name) for i in range(len(values))]

    def field_type(self):
        kind = self.random.randrange(10)
        if kind < 5:
            return self.random.choice(INTEGERS)
        if kind < 8:
            return self.random.choice(OTHERS)
        if kind < 9 and self.enums:
            return self.random.choice(self.enums)
        return self.random.choice(self.structs).name if self.structs else "int"

    def attributes(self):
        prefix = ""
        if self.chance(8):
            prefix += f"alignas({self.random.choice([1, 2, 4, 8, 16, 32])}) "
        prefix += "[[no_unique_address]] " if self.chance(2) else ""
        suffix = " __attribute__((packed))" if self.chance(6) else ""
        if self.chance(5):
            suffix += f" __attribute__((aligned({self.random.choice([1, 2, 4, 8, 16])})))"
        return prefix, suffix

    def bit_field(self, name):
        base = self.random.choice(BASES + self.enums)
        widths = {"bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16,
                  "unsigned short": 16, "long": 64, "unsigned long long": 64}
        width = self.random.randint(1, min(widths.get(base, 8), 40))
        if self.chance(15):
            return f"{self.random.choice(['int', 'char', 'long'])} : 0;"
        suffix = f" __attribute__((aligned({self.random.choice([1, 4])})))" if self.chance(8) else ""
        return f"{base} {'' if self.chance(10) else name} : {width}{suffix};"

    def make_fields(self, count, fields, integers, prefix="f"):
        lines = []
        for i in range(count):
            name = f"{prefix}{i}"
            if self.chance(12):
                lines.append(self.bit_field(name))
            elif self.chance(6):
                inner, names, numbers = [], [], []
                inner = self.make_fields(2, names, numbers, name + "_")
                word = self.random.choice(["struct", "union"])
                lines.append(f"{word} {{ {' '.join(inner)} }};")
                fields += names
                integers += numbers
            else:
                type_name = self.field_type()
                before, after = self.attributes()
                array = f"[{self.random.randint(1, 5)}]" if self.chance(20) else ""
                if "(*)" in type_name and array:
                    array = ""
                lines.append(f"{before}{self.declare(type_name, name + array)}{after};")
                fields.append(name)
                if type_name in INTEGERS and not array:
                    integers.append(name)
        return lines

    def make_struct(self, index):
        name = f"s{index}"
        fields, integers = [], []
        lines = self.make_fields(self.random.randint(0 if self.chance(10) else 1, 6), fields, integers)
        word = "union" if lines and self.chance(8) else "struct"
        bases = []
        if word == "struct" and self.structs and self.chance(15):
            bases = self.random.sample([s.name for s in self.structs if not s.text.startswith("union")
                                        and "union s" not in s.text] or [""],
                                       1)
            bases = [b for b in bases if b]
        if word == "struct" and self.chance(12):
            lines.insert(0, self.random.choice([f"__device__ {name}() {{}}",
                                                f"__device__ {name}(const {name} &) {{}}",
                                                f"__device__ ~{name}() {{}}"]))
        if word == "struct" and lines and self.chance(10):
            lines.insert(self.random.randrange(len(lines) + 1),
                         f"private: {self.random.choice(INTEGERS)} hidden; public:")
        head = ""
        if self.chance(10):
            head += " __attribute__((packed))"
        if self.chance(8):
            head += f" __attribute__((aligned({self.random.choice([1, 2, 4, 8, 16])})))"
        if self.chance(6):
            head += f" alignas({self.random.choice([8, 16, 32])})"
        inherit = f" : {', '.join(bases)}" if bases else ""
        text = f"{word}{head} {name}{inherit} {{ {' '.join(lines)} }};"
        if self.chance(12):
            pack = self.random.choice([1, 2, 4, 8])
            text = f"#pragma pack(push, {pack})\n{text}\n#pragma pack(pop)"
        if self.chance(15):
            argument = self.random.choice(INTEGERS + OTHERS[:12])
            text = text.replace(f"{word}{head} {name}", f"template <class T> {word}{head} {name}_t", 1)
            text = text.replace(f" {name}(", f" {name}_t(").replace(f"~{name}(", f"~{name}_t(")
            text = text.replace(f"const {name} &", f"const {name}_t &")
            plain = [f for f in integers if re.search(rf" {f};", text)]
            if plain:
                chosen = self.random.choice(plain)
                text = re.sub(rf"(^|[ {{])((?:{'|'.join(INTEGERS)}) {chosen};)", rf"\1T {chosen};", text,
                              count=1)
                integers.remove(chosen)
            text += f"\ntypedef {name}_t<{argument}> {name};"
        self.types.append(text)
        self.structs.append(Struct(name, text, fields, integers))

    def make_kernel(self, index):
        params, requires = [], []
        for i in range(self.random.randint(1, 5)):
            struct = self.random.choice(self.structs)
            kind = self.random.randrange(6)
            if kind < 2:
                params.append(f"{struct.name} p{i}")
                requires += [f"p{i}.{f} != {self.random.choice(self.constants)[0]}"
                             for f in struct.integers]
            elif kind < 4:
                const = "const " if self.chance(50) else ""
                params.append(f"{const}{struct.name} *p{i}")
            else:
                params.append(self.declare(self.random.choice(INTEGERS + OTHERS + self.enums), f"p{i}"))
        contract = "".join(f"CUSTUB_REQUIRES({r}) " for r in requires)
        return f'extern "C" {contract}__global__ void k{index}({", ".join(params)}) {{}}'

    def make(self, kernels):
        for i in range(6):
            self.make_enum(i)
        for i in range(kernels):
            self.make_struct(i)
        self.types.insert(0, "typedef double loose __attribute__((aligned(4)));")
        lines = ["#include <cuda_bf16.h>", "#include <cuda_fp16.h>", "#include <custub/kernel.h>"]
        return "\n".join(lines + self.types + [self.make_kernel(i) for i in range(kernels)]) + "\n"


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def truth_text(maker):
    """A kernel for each struct, which stores its layout in nvcc, and one for the enumerators."""
    lines = ['#include "case.cu"', "#pragma nv_diag_suppress 1427"]
    for s in maker.structs:
        values = [f"sizeof({s.name})", f"alignof({s.name})", "(char *)(p + 1) - (char *)p"]
        for f in s.fields:
            values += [f"__builtin_offsetof({s.name}, {f})", f"(char *)&p->{f} - (char *)p"]
        body = " ".join(f"x[{i}] = {v};" for i, v in enumerate(values))
        lines.append(f'extern "C" __global__ void truth_{s.name}(unsigned long long *x, {s.name} *p) '
                     f'{{ {body} }}')
    body = " ".join(f"x[{2 * i}] = (unsigned long long){name}; "
                    f"x[{2 * i + 1}] = (__underlying_type({of})){name} < 0;"
                    for i, (name, of) in enumerate(maker.constants))
    lines.append(f'extern "C" __global__ void truth_constants(unsigned long long *x) {{ {body} }}')
    return "\n".join(lines) + "\n"


def read_ptx(path):
    """For each entry: the sizes and alignments of parameters, and the constants stored at x[i]."""
    entries, name = {}, None
    registers = {}
    for line in open(path):
        found = re.match(r"\.(?:visible|weak) \.entry (\w+)\(", line)
        if found:
            name, registers = found[1], {}
            entries[name] = ([], {})
        if name is None:
            continue
        found = re.search(r"\.param (?:\.align (\d+) )?\.(\w+)(?: \.ptr[^,]*)? \w+_param_\d+(?:\[(\d+)\])?", line)
        if found and "ld.param" not in line:
            width = int(re.sub(r"\D", "", found[2])) // 8
            size = width * int(found[3] or 1)
            entries[name][0].append((size, int(found[1] or width)))
        found = re.match(r"\s*mov\.[bu]64\s+(%rd\d+), (-?\d+);", line)
        if found:
            registers[found[1]] = int(found[2])
        found = re.match(r"\s*st\.global\.[bu]64\s+\[%rd\d+(?:\+(\d+))?\], (%rd\d+|\d+);", line)
        if found:
            value = registers.get(found[2]) if found[2].startswith("%") else int(found[2])
            entries[name][1][int(found[1] or 0) // 8] = value
    return entries


def struct_of(type_name, truths):
    """The struct of a type, which may be an instance of a template; "" if it is not a struct."""
    name = re.sub(r"_t<.*>$", "", type_name)
    return name if name in truths else ""


def struct_truth(struct, constants):
    facts = {"size": (constants[0], constants[2]), "align": (constants[1], constants[1])}
    for i, f in enumerate(struct.fields):
        facts[f] = (constants[3 + 2 * i], constants[4 + 2 * i])
    return facts


def constant_truths(maker, stored):
    """The values of the enumerators. nvcc stores 64 bits, and whether they are negative."""
    return {name: stored[2 * i] % 2**64 - 2**64 * stored[2 * i + 1]
            for i, (name, _) in enumerate(maker.constants)}


def constant_of(code):
    """The number that the code of an expression pushes last, before the comparison."""
    negative = code[-2] == NEGATE and code[-5] == CONSTANT
    low, high = code[-4:-2] if negative else code[-3:-1]
    return -(low + 2**32 * high) if negative else low + 2**32 * high


def differences(kernel, entries, truths, constants):
    """The differences between what custub read of a kernel and nvcc's layouts."""
    found = []

    def hold(struct, what, ours, theirs):
        if any(ours != value for value in theirs):
            found.append(f"{struct} {what}: custub {ours}, nvcc {theirs}")

    end = 0
    layout = entries[kernel["name"]][0]
    if len(layout) != len(kernel["params"]):
        return [f"{len(kernel['params'])} parameters, nvcc {len(layout)}"]
    for param, (size, align) in zip(kernel["params"], layout):
        offset = (end + align - 1) // align * align
        end = offset + size
        struct = struct_of(param["type"], truths)
        hold(struct, f"{param['name']} size", param["size"], (size,))
        hold(struct, f"{param['name']} align", param["align"], (align,))
        if not found: # a field before it moves it
            hold(struct, f"{param['name']} offset", param["offset"], (offset,))
        if struct:
            hold(struct, "size", param["size"], truths[struct]["size"])
        for field in param.get("fields", []) if struct else []:
            hold(struct, field["name"], field["offset"], truths[struct][field["name"]])
        element = param.get("element")
        struct = struct_of(element["type"], truths) if element else ""
        if struct and element["size"]:  # 0: custub says that it does not know
            hold(struct, "size", element["size"], truths[struct]["size"])
            hold(struct, "align", element["align"], truths[struct]["align"])
    # If nvcc's constants and its code differ, the kernel does not read what the host wrote.
    for param in kernel["params"]:
        struct = struct_of((param.get("element") or param)["type"], truths)
        for field, values in truths[struct].items() if struct else []:
            if len(set(values)) > 1:
                found.append(f"{struct} {field}: nvcc {values}")
    for requirement in kernel["requires"]:
        index, field, name = re.match(r"p(\d+)\.(\w+) != (.+)", requirement["text"]).groups()
        hold(kernel["name"], name, constant_of(requirement["code"]), (constants[name],))
        param = kernel["params"][int(index)]
        struct = struct_of(param["type"], truths)
        if requirement["code"][0] == PARAMETER and struct:
            hold(struct, field, requirement["code"][2], truths[struct][field])
    return found


def contradicts(message, truths):
    """True if a message says what custub read of a struct, and nvcc's layout differs."""
    told = re.search(r"read '(s\d+)\S*' as (\d+) bytes aligned to (\d+)", message)
    if told and told[1] in truths:
        truth = truths[told[1]]
        return {int(told[2])} != set(truth["size"]) or int(told[3]) != truth["align"][0]
    told = re.search(r"read '(s\d+)\S*::(\w+)' as .* at byte (\d+)", message)
    return bool(told and told[1] in truths and {int(told[3])} != set(truths[told[1]][told[2]]))


def without(text, kernels):
    return "\n".join(line for line in text.split("\n")
                     if not any(f"void {name}(" in line for name in kernels))


class Trial:
    def __init__(self, custub, include, nvcc):
        self.custub, self.include, self.nvcc = custub, include, nvcc
        self.counts = dict.fromkeys(
            ["files", "kernels", "alike", "refused by nvcc", "refused by verify", "refused by custub",
             "files that nvcc or custub takes for wrong"], 0)
        self.failed = False

    def generate(self, folder, text):
        """Drops kernels that custub itself refuses, until it accepts the file."""
        flags = ["--arch", ",".join("sm_" + a for a in ARCHITECTURES), "--", f"-I{self.include}"]
        for _ in range(8):
            open(f"{folder}/case.cu", "w").write(text)
            told = run([self.custub, "gen", "case.cu", "-o", "out"] + flags, cwd=folder)
            if told.returncode == 0:
                return text
            bad = set(re.findall(r"error: kernel '(\w+)'", told.stdout))
            if not bad:
                return None  # not C++: for example a base without a constructor
            self.counts["refused by custub"] += len(bad)
            text = without(text, bad)
        return None

    def compile(self, folder, name):
        codes = [w for a in ARCHITECTURES for w in ("-gencode", f"arch=compute_{a},code=compute_{a}")]
        return run([self.nvcc, "-std=c++17", "-w", "-fatbin", "--keep", "--keep-dir", folder,
                    f"-I{self.include}", "-Xcompiler", "-iquote,.", "-o", "case.fatbin"] + codes +
                   [name], cwd=folder)

    def ask(self, folder, text):
        """What custub read of the kernels, and the messages of nvcc and verify. The file is tried again
        without the kernels that nvcc refuses. A template may then have no instance any more, and custub
        does not report its layout. So the last file with a kernel counts for this kernel."""
        by_nvcc, kernels = {}, {}
        while True:
            described = json.load(open(f"{folder}/out/case.json"))
            kernels.update((kernel["name"], kernel) for kernel in described["kernels"])
            asked = self.compile(folder, "out/case.nvcc.cu")
            bad = re.findall(r"kernel '(\w+)'(.*custub read .*), and this compiler", asked.stdout)
            if not asked.returncode:
                break
            if not bad:
                self.fail(folder, f"nvcc refuses the assertions:\n{asked.stdout}")
                break
            for name, message in bad:
                by_nvcc.setdefault(name, []).append(message)
            fewer = self.generate(folder, without(text, [name for name, _ in bad]))
            if fewer in (None, text):
                self.fail(folder, f"without {bad} the file is no other one")
                break
            text = fewer
        ptx = [w for a in ARCHITECTURES for w in ("--ptx", f"sm_{a}=case.nvcc.compute_{a}.ptx")]
        told = run([self.custub, "verify", "case.cu"] + ptx + ["--", f"-I{self.include}"], cwd=folder)
        # Each class is asserted once, at the first kernel that has it.
        classes = set(re.findall(r"parameter '\w+' \(\W*(?:const )?(s\d+).*\[verify-places", told.stdout))
        return kernels, by_nvcc, set(re.findall(r"error: kernel '(\w+)'", told.stdout)), classes

    def file(self, seed, kernels):
        maker = Maker(seed)
        folder = tempfile.mkdtemp(prefix=f"layouts{seed}.")
        text = self.generate(folder, maker.make(kernels))
        open(f"{folder}/truth.cu", "w").write(truth_text(maker))
        if text is None or self.compile(folder, "truth.cu").returncode:
            self.counts["files that nvcc or custub takes for wrong"] += 1
            subprocess.run(["rm", "-rf", folder], check=True)
            return
        self.judge(folder, seed, maker, *self.ask(folder, text))

    def judge(self, folder, seed, maker, kernels, by_nvcc, by_verify, classes):
        self.counts["files"] += 1
        kept = self.failed
        found = {}
        for architecture in ARCHITECTURES:
            entries = read_ptx(f"{folder}/truth.compute_{architecture}.ptx")
            truths = {s.name: struct_truth(s, entries["truth_" + s.name][1]) for s in maker.structs}
            constants = constant_truths(maker, entries["truth_constants"][1])
            for name, kernel in kernels.items():
                found.setdefault(name, []).extend(differences(kernel, entries, truths, constants))
                found[name] += [m for m in by_nvcc.get(name, []) if contradicts(m, truths)]
        for name, what in found.items():
            self.counts["kernels"] += 1
            if any(text.split(" ")[0] in classes for text in what):
                by_verify.add(name)
            if not what and (name in by_nvcc or name in by_verify):
                self.fail(folder, f"seed {seed}, {name}: refused, and all agree: {by_nvcc.get(name)}")
            elif what and name not in by_nvcc and name not in by_verify:
                self.fail(folder, f"seed {seed}, {name}: silent: {what}")
            elif what:
                self.counts["refused by nvcc" if name in by_nvcc else "refused by verify"] += 1
            else:
                self.counts["alike"] += 1
        if self.failed == kept:
            subprocess.run(["rm", "-rf", folder], check=True)

    def fail(self, folder, text):
        print(f"{text}\n    kept in {folder}")
        self.failed = True


def main():
    custub, include, nvcc = (os.path.abspath(p) for p in sys.argv[1:4])
    kernels = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(1000000)
    trial = Trial(custub, include, nvcc)
    print(f"seed {seed}")
    while trial.counts["kernels"] < kernels:
        trial.file(seed, KERNELS_PER_FILE)
        seed += 1
    print(", ".join(f"{k} {v}" for k, v in trial.counts.items()))
    return 1 if trial.failed else 0


if __name__ == "__main__":
    sys.exit(main())
