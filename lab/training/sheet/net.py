"""The network over a whole sheet, in PyTorch: residual blocks of 3 x 3 at a quarter, an eighth and a sixteenth.

No dilated convolutions (both engines are slow at them), two by two pixels as channels, features brought up again by
nearest neighbour. Maps at a quarter of the sheet, strips' features at an eighth: a point is three of its cells wide.
"""

from __future__ import annotations

import copy
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from lab.training.half import store_halved
from lab.training.sheet.engine import board_part
from lab.training.sheet.labels import LIGHT
from vision.nets import INPUTS, OUTPUTS
from vision.sheet.channels import CHANNELS, EMPTY, OF_BOARD
from vision.sheet.eyes import CLASSES, MOST_ON_RIDGE
from vision.sheet.geometry import BESIDE, HEIGHT, LEAF_WIDTH, MARGIN, RIDGE, WIDTH

CELL = 8
ACROSS = 3
"""Cells of a point's width."""
FROM, ALONG = 2, 18
"""First cell of a strip (four lie in the margin) and its length: from 0.7 points outside the edge to five inside."""
PLACE_OUTPUTS = CLASSES + 1
"""Of a strip: its classes and whether something hides it."""
RIDGE_OUTPUTS = 2 * (MOST_ON_RIDGE + 1) + 1
"""Of the ridge: light 0 to 4, dark 0 to 4, hidden."""
MAPS = 5
RARE = -4.0
"""Log-odds of a mark before anything is learned: nearly all cells of the maps hold none."""
Said = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""points (n, 24, PLACE_OUTPUTS), ridge (n, RIDGE_OUTPUTS), maps (n, MAPS, HEIGHT / 4, WIDTH / 4): logits."""


def convolution(before: int, after: int, stride: int = 1) -> nn.Sequential:
    made = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(made, nn.BatchNorm2d(after), nn.ReLU())


class Block(nn.Module):
    """Two convolutions around which their input goes."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = convolution(width, width)
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.two(self.one(x)))


class SheetNet(nn.Module):
    """(n, 4 CHANNELS, HEIGHT / 2, WIDTH / 2), each two by two pixels as channels -> `Said`.

    widths: of the features at a quarter, an eighth and a sixteenth of the sheet.
    """

    def __init__(self, widths: tuple[int, int, int] = (24, 48, 80), head: int = 64) -> None:
        super().__init__()
        a, b, c = widths
        self.widths, self.head_width = widths, head
        self.stem = nn.Sequential(convolution(4 * CHANNELS, a, 2), Block(a))
        self.eighth = nn.Sequential(convolution(a, b, 2), Block(b), Block(b))
        self.sixteenth = nn.Sequential(convolution(b, c, 2), Block(c), Block(c), Block(c))
        self.down, self.fine = nn.Conv2d(c, b, 1), nn.Conv2d(b, a, 1)
        self.strips, self.marks = Block(b), convolution(a, a)
        self.maps = nn.Conv2d(a, MAPS, 1)
        nn.init.constant_(self.maps.bias, RARE)
        # strips: mean and maximum over the width, kept along the length, with the centre maps beside them
        self.along = nn.Parameter(torch.empty(head, 2 * b + 4, ALONG, 1))
        nn.init.kaiming_uniform_(self.along, nonlinearity="relu")
        self.constant: torch.Tensor | None = None
        self.along_norm = nn.BatchNorm2d(head)
        self.place = nn.Conv2d(head, PLACE_OUTPUTS, 1)
        self.votes = nn.Sequential(convolution(b, 32), nn.Conv2d(32, RIDGE_OUTPUTS, 1))
        # which of two colours is the lighter one, and what hides all, only the whole board tells
        self.overview = nn.Sequential(nn.Conv2d(2 * c, c, 1), nn.ReLU(), nn.Conv2d(c, c, 1))
        nn.init.zeros_(self.overview[2].weight)
        nn.init.zeros_(self.overview[2].bias)

    def forward(self, x: torch.Tensor) -> Said:
        return self.seen(self.stem[0](x))

    def seen(self, first: torch.Tensor) -> Said:
        """first: (n, a, HEIGHT / 4, WIDTH / 4), what the first layer says."""
        quarter = self.stem[1](first)
        eighth = self.eighth(quarter)
        up = F.interpolate(self.down(self._sixteenth(eighth)), scale_factor=2, mode="nearest")
        features = self.strips(F.relu(eighth + up))
        fine = F.interpolate(self.fine(features), scale_factor=2, mode="nearest")
        maps = self.maps(self.marks(F.relu(quarter + fine)))
        return self._points(features, maps), self._ridge(features), maps

    def _sixteenth(self, eighth: torch.Tensor) -> torch.Tensor:
        """(n, c, HEIGHT / 16, WIDTH / 16), all of it known to each cell from halfway on."""
        halfway = self.sixteenth[:2](eighth)
        means = torch.cat([F.adaptive_avg_pool2d(halfway, 1), F.adaptive_max_pool2d(halfway, 1)], 1)
        return self.sixteenth[2:](F.relu(halfway + self.overview(means)))

    def _points(self, features: torch.Tensor, maps: torch.Tensor) -> torch.Tensor:
        first, leaf = BESIDE // CELL, LEAF_WIDTH // CELL
        right = first + leaf + RIDGE // CELL
        strips = torch.cat([features[..., first : first + leaf], features[..., right : right + leaf]], 3)
        seen = torch.sigmoid(maps[:, LIGHT : LIGHT + 2])
        marks = torch.cat([seen[..., 2 * first : 2 * (first + leaf)], seen[..., 2 * right : 2 * (right + leaf)]], 3)
        halves = F.max_pool2d(marks, (1, 2 * ACROSS))  # (n, 2, HEIGHT / 4, 12)
        n = len(halves)
        halves = halves.reshape(n, 2, HEIGHT // CELL, 2, 12).permute(0, 1, 3, 2, 4).reshape(n, 4, HEIGHT // CELL, 12)
        pooled = torch.cat([F.avg_pool2d(strips, (1, ACROSS)), F.max_pool2d(strips, (1, ACROSS)), halves], 1)
        end = HEIGHT // CELL - FROM
        far = F.conv2d(pooled[:, :, FROM : FROM + ALONG], self.along)
        near = F.conv2d(pooled[:, :, end - ALONG : end], self.along_near)
        told = self.place(F.relu(self.along_norm(torch.cat([far, near], 3))))  # (n, outputs, 1, 24)
        far_left, far_right, near_left, near_right = told[:, :, 0].split(6, dim=2)
        return torch.cat([far_left, near_left, far_right, near_right], 2).transpose(1, 2)

    @property
    def along_near(self) -> torch.Tensor:
        """A near row is a far one upside down; so are the two maps' rows in one cell."""
        if self.constant is not None:
            return self.constant
        features = self.along.shape[1] - 4
        order = [*range(features), *(features + i for i in (1, 0, 3, 2))]
        return self.along[:, order].flip(2)

    def _ridge(self, features: torch.Tensor) -> torch.Tensor:
        first, inside = (BESIDE + LEAF_WIDTH) // CELL, MARGIN // CELL
        slot = features[:, :, inside : HEIGHT // CELL - inside, first - 1 : first + RIDGE // CELL + 1]
        # checkers are counted wherever along the ridge they lie: local votes, summed
        return self.votes(slot).sum(dim=(2, 3)) / 16


class OfBoard(nn.Module):
    """The first layer's share of what stays as it is on a board: (n, 4 OF_BOARD, HEIGHT / 2, WIDTH / 2) to (n, a,
    HEIGHT / 4, WIDTH / 4)."""

    def __init__(self, net: SheetNet) -> None:
        super().__init__()
        weights, _ = first_layer(net)
        self.weights = nn.Parameter(weights[:, 4 * EMPTY :])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.conv2d(x, self.weights, stride=2, padding=1)


class Now(nn.Module):
    """Everything else: (n, 4 EMPTY, HEIGHT / 2, WIDTH / 2) and what OfBoard says -> `Said`."""

    def __init__(self, net: SheetNet) -> None:
        super().__init__()
        weights, bias = first_layer(net)
        self.net, self.weights, self.bias = net, nn.Parameter(weights[:, : 4 * EMPTY]), nn.Parameter(bias)

    def forward(self, now: torch.Tensor, board: torch.Tensor) -> Said:
        return self.net.seen(F.relu(F.conv2d(now, self.weights, self.bias, stride=2, padding=1) + board))


def first_layer(net: SheetNet) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights and bias of the first convolution, its normalisation in them."""
    made, norm = net.stem[0][0], net.stem[0][1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return made.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


def write_onnx(net: SheetNet, path: Path) -> None:
    """`Now` at the path, `OfBoard` beside it. Normalisation is folded into convolutions."""
    net = copy.deepcopy(net).eval()
    with torch.no_grad():  # both rows' kernels as constants, normalisation in them: engines turn no kernels
        scale = net.along_norm.weight / torch.sqrt(net.along_norm.running_var + net.along_norm.eps)
        net.along.mul_(scale[:, None, None, None])
        net.constant = net.along_near.clone()
        net.along_norm.bias.sub_(net.along_norm.running_mean * scale)
        net.along_norm.weight.fill_(1)
        net.along_norm.running_mean.zero_()
        net.along_norm.running_var.fill_(1 - net.along_norm.eps)
        of_board = torch.zeros(1, 4 * OF_BOARD, HEIGHT // 2, WIDTH // 2)
        now, parts = torch.zeros(1, 4 * EMPTY, HEIGHT // 2, WIDTH // 2), (Now(net), OfBoard(net))
        between = parts[1](of_board)
    _store(parts[0], (now, between), path, INPUTS["sheet"], OUTPUTS["sheet"])
    _store(parts[1], (of_board,), board_part(path), ("x",), ("board",))


def _store(
    part: nn.Module, example: tuple[torch.Tensor, ...], path: Path, given: tuple[str, ...], said: tuple[str, ...]
) -> None:
    torch.onnx.export(
        part.eval(), example, str(path), input_names=list(given), output_names=list(said),
        dynamo=False, opset_version=13,
    )  # fmt: skip
    store_halved(path)
