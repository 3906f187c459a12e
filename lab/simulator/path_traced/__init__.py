"""Scenes drawn by path tracing with Blender's Python module (`bpy`, in an environment of its own: it wants numpy 1).

Slow and true: soft shadows, glass, windows mirrored in polish. The package's other modules draw the same scenes fast.
"""
