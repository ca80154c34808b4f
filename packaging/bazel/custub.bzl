"""Kernels as a cc_library, by an installed custub.

Copy this folder into your workspace, as third_party/custub, and name custub's prefix, which has to be one of its
own, not /usr. In MODULE.bazel:

    local = use_repo_rule("@bazel_tools//tools/build_defs/repo:local.bzl", "new_local_repository")
    local(name = "custub", build_file = "//third_party/custub:custub.BUILD", path = "/opt/custub")

In a BUILD file:

    load("//third_party/custub:custub.bzl", "custub_library")
    custub_library(name = "kernels", srcs = ["saxpy.cu"])
    cc_binary(name = "demo", srcs = ["main.c"], deps = [":kernels"])
"""

def custub_library(name, srcs, hdrs = [], flags = [], cuda_path = None, **kwargs):
    """A cc_library with <stem>.custub.h for each source <stem>.cu.

    Args:
      name: the name of the library, which is also the unit of its symbols; an identifier
      srcs: the .cu files; their names are identifiers
      hdrs: what they include
      flags: clang's or nvcc's, for example -Iinclude, relative to the workspace
      cuda_path: the folder of a CUDA toolkit; without it there are images for the CPU driver only
      **kwargs: for cc_library
    """
    headers = [name + "/" + source.split("/")[-1][:-len(".cu")] + ".custub.h" for source in srcs]
    library = "%s/lib%s.a" % (name, name)
    toolkit = "--cuda-path '%s'" % cuda_path if cuda_path else "--no-cuda"
    sources = " ".join(["$(execpath %s)" % source for source in srcs])
    native.genrule(
        name = name + "_build",
        srcs = srcs + hdrs,
        outs = headers + [library],
        tools = [
            "@custub//:generator",
            "@custub//:headers",
        ],
        cmd = "$(execpath @custub//:generator) build %s -o $(RULEDIR)/%s --unit %s %s -- %s" %
              (sources, name, name, toolkit, " ".join(["'%s'" % flag for flag in flags])),
    )
    native.cc_library(
        name = name,
        srcs = [library],
        hdrs = headers,
        includes = [name],
        deps = ["@custub//:runtime"],
        **kwargs
    )
