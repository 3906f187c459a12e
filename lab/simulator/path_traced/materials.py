"""Blender materials for finishes. Colours are sRGB 0 to 255 and become linear light here."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from lab.simulator.art import Bytes, Colour, linear_colour
from lab.simulator.camera import triple
from lab.simulator.path_traced.finish import CheckerFinish, DieFinish

Material = Any


def rgba(colour: Colour) -> tuple[float, float, float, float]:
    return *triple(linear_colour(colour)), 1.0


def _shader(name: str) -> tuple[Material, Any, Any]:
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    return made, made.node_tree, made.node_tree.nodes["Principled BSDF"]


def plain(colour: Colour, roughness: float, coat: float = 0.0) -> Material:
    made, _, shader = _shader("plain")
    shader.inputs["Base Color"].default_value = rgba(colour)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.08
    return made


def printed(picture: Bytes, roughness: float, coat: float) -> Material:
    """picture: (H, W, 3) RGB bytes, row 0 the upper edge, laid over the mesh by its UV map."""
    made, tree, shader = _shader("print")
    height, width = picture.shape[:2]
    image = bpy.data.images.new("print", width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = picture[::-1].astype(np.float32) / 255
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.12
    return made


def of_die(finish: DieFinish) -> Material:
    made, tree, shader = _shader("die")
    shader.inputs["Base Color"].default_value = rgba(finish.colour)
    shader.inputs["Roughness"].default_value = finish.roughness
    if finish.material in ("glass", "smoke"):
        shader.inputs["Transmission Weight"].default_value = 0.92 if finish.material == "glass" else 0.8
        shader.inputs["IOR"].default_value = 1.46
        shader.inputs["Roughness"].default_value = min(finish.roughness, 0.2)
    elif finish.material == "pearl":
        _mottled(tree, shader, finish.colour, triple(min(255.0, 1.35 * v + 18) for v in finish.colour), 3.0)
        shader.inputs["Coat Weight"].default_value = 1.0
    elif finish.material == "wood":
        _grained(tree, shader, finish.colour, 6.0)
    return made


def of_checker(finish: CheckerFinish, spread: float) -> Material:
    """spread: size of mottles, in world units."""
    made, tree, shader = _shader("checker")
    shader.inputs["Base Color"].default_value = rgba(finish.colour)
    shader.inputs["Roughness"].default_value = finish.roughness
    shader.inputs["Coat Weight"].default_value = finish.coat
    shader.inputs["Coat Roughness"].default_value = 0.05
    if finish.material == "metal":
        shader.inputs["Metallic"].default_value = 0.85
        shader.inputs["Roughness"].default_value = 0.3
    elif finish.material in ("pearl", "marble"):
        other = triple(
            min(255.0, 1.2 * a + 22) if finish.material == "pearl" else 0.5 * (a + b)
            for a, b in zip(finish.colour, finish.second, strict=True)
        )
        _mottled(tree, shader, finish.colour, other, 1.6 / spread)
        shader.inputs["Coat Weight"].default_value = 1.0
    elif finish.material == "wood":
        _grained(tree, shader, finish.colour, 2.5 / spread)
    return made


def _mottled(tree: Any, shader: Any, one: Colour, two: Colour, scale: float) -> None:
    noise, ramp = tree.nodes.new("ShaderNodeTexNoise"), tree.nodes.new("ShaderNodeValToRGB")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Distortion"].default_value = 1.6
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.4, 0.62
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = rgba(one), rgba(two)
    _by_object(tree, noise)
    tree.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])


def _grained(tree: Any, shader: Any, colour: Colour, scale: float) -> None:
    wave, ramp = tree.nodes.new("ShaderNodeTexWave"), tree.nodes.new("ShaderNodeValToRGB")
    wave.inputs["Scale"].default_value = scale
    wave.inputs["Distortion"].default_value = 5.0
    dark: Colour = (colour[0] * 0.68, colour[1] * 0.62, colour[2] * 0.55)
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = rgba(colour), rgba(dark)
    _by_object(tree, wave)
    tree.links.new(wave.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])


def _by_object(tree: Any, texture: Any) -> None:
    """Let a texture follow the thing it is on, another part of it on each."""
    place, move = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeVectorMath")
    about = tree.nodes.new("ShaderNodeObjectInfo")
    tree.links.new(place.outputs["Object"], move.inputs[0])
    tree.links.new(about.outputs["Location"], move.inputs[1])
    tree.links.new(move.outputs["Vector"], texture.inputs["Vector"])
