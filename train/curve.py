"""Loss curves as an SVG picture."""


def svg(rows, title):
    """`rows` of (epoch, training loss, validation loss)."""
    width, height, left, top, bottom = 640, 360, 70, 40, 40
    losses = [loss for row in rows for loss in row[1:]]
    low, high = min(losses), max(losses)
    high = high if high > low else low + 1e-6

    first, last = rows[0][0], rows[-1][0]

    def x(epoch):
        return left + (width - left - 20) * (epoch - first) / max(1e-6, last - first)

    def y(loss):
        return top + (height - top - bottom) * (high - loss) / (high - low)

    def line(column, colour):
        points = " ".join(f"{x(row[0]):.1f},{y(row[column]):.1f}" for row in rows)
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def text(at_x, at_y, words, anchor="start", colour="#333"):
        return f'<text x="{at_x}" y="{at_y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        text(left, 22, title),
        f'<path d="M{left} {top}V{height - bottom}H{width - 20}" fill="none" stroke="#999"/>',
        text(left - 6, top + 5, f"{high:.5f}", "end"),
        text(left - 6, height - bottom, f"{low:.5f}", "end"),
        text(width - 20, height - bottom + 18, f"epoch {last:.4g}", "end"),
        text(width - 20, top + 5, "training", "end", "#3366aa"),
        text(width - 20, top + 22, "validation", "end", "#cc5522"),
        line(1, "#3366aa"),
        line(2, "#cc5522"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
