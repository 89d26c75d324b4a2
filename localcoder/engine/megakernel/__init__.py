"""The Hopper backend: one persistent CUDA kernel that runs whole decode steps (`docs/megakernel.md`)."""
