"""HED on a photograph: a picture to look at, and its time."""


def measure(program, models, weights, peers, media, folder):
    """The seconds of a call with the network loaded, and where the picture lies."""
    seconds, results, spent = program.timed("image_to_hed", models["hed"], 3, image=media / "photos/09844.jpg")
    row = {"seconds": min(seconds[1:]), "spent": spent, "first": seconds[0], "picture": results[0]}
    print(row, flush=True)
    return row
