"""Scenes drawn by path tracing with Blender's Python module (`bpy`, the extra `train`).

Slow and true: soft shadows, glass, windows mirrored in polish. The package's other modules draw the same scenes fast.
"""
