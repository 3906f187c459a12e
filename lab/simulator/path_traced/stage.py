"""Lights, camera and the tracing itself."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.random import Generator

from lab.simulator.camera import Camera, Floats
from lab.simulator.path_traced.finish import Surroundings

SAMPLES, FEW = 8, 5
"""Light paths a pixel where faces of dice are learned from, and for whole boards; the denoiser does the rest."""


def cleared(samples: int = SAMPLES) -> None:
    """An empty scene, traced on the processor with what little light bounces a table needs."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising, cycles.denoiser = "CPU", samples, True, "OPENIMAGEDENOISE"
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.05
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 7, 2, 3, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.render.film_transparent = False
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"


def lit(around: Surroundings, rng: Generator) -> None:
    """Sky, lamp and windows, brightest together about one on a white sheet."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    ground = world.node_tree.nodes["Background"]
    cool = 1 + 0.25 * float(rng.uniform(-0.3, 1))
    ground.inputs["Color"].default_value = (1 / cool, 1.0, cool, 1.0)
    ground.inputs["Strength"].default_value = around.sky
    warm = (1 + 0.35 * around.warmth, 1.0, 1 - 0.45 * around.warmth)
    if around.lamp:
        _area(
            around.azimuth, around.elevation, 45.0, 2 * around.lamp_size, 2 * around.lamp_size, 9000 * around.lamp, warm
        )
    for n in range(around.windows):
        azimuth = around.azimuth + 130 + 75 * n + float(rng.normal(0, 15))
        elevation = float(rng.uniform(12, 50))
        for pane in (-1, 1):  # two panes and the bar between them, as they show in polish
            _area(azimuth + 5.5 * pane, elevation, 60.0, 9.0, 16.0, 6000 * around.window_light, (0.85, 0.97, 1.15))


def _area(
    azimuth: float,
    elevation: float,
    distance: float,
    width: float,
    height: float,
    power: float,
    colour: tuple[float, ...],
) -> None:
    data = bpy.data.lights.new("area", "AREA")
    data.shape, data.size, data.size_y, data.energy, data.color = "RECTANGLE", width, height, power, colour
    lamp = bpy.data.objects.new("area", data)
    a, e = np.radians((azimuth, elevation))
    place = Vector((distance * np.cos(e) * np.cos(a), distance * np.cos(e) * np.sin(a), distance * np.sin(e)))
    lamp.location = place
    lamp.rotation_euler = (-place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)


def seen_by(camera: Camera) -> Floats:
    """(H, W, 3) linear light that reaches the lens, RGB, lens distortion left out."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = 36.0 * camera.focal / camera.size[0]
    data.clip_end = 1000.0
    eye = bpy.data.objects.new("camera", data)
    right, down, forward = camera.axes
    world = np.eye(4)
    world[:3, :3] = np.stack((right, -down, -forward), axis=1)
    world[:3, 3] = camera.eye
    eye.matrix_world = Matrix(world.tolist())
    bpy.context.collection.objects.link(eye)
    scene = bpy.context.scene
    scene.camera = eye
    scene.render.resolution_x, scene.render.resolution_y = camera.size
    scene.render.resolution_percentage = 100
    return _traced(scene)


def _traced(scene: Any) -> Floats:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "traced.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return np.ascontiguousarray(pixels.reshape(height, width, 4)[::-1, :, :3])
