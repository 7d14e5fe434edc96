// Files that a person saves.

function save(data: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveText(text: string, name: string, type = 'text/plain') {
  save(new Blob([text], { type }), name);
}

/** Pixels of a side of a picture of points. */
const SIDE = 1200;

/** Saves a drawing as it is, or as a picture of points. */
export async function savePicture(svg: string, name: string, kind: 'svg' | 'png') {
  const drawing = new Blob([svg], { type: 'image/svg+xml' });
  if (kind === 'svg') return save(drawing, `${name}.svg`);
  const image = new Image(SIDE, SIDE);
  const address = URL.createObjectURL(drawing);
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = Math.round((SIDE * (image.naturalHeight || 1)) / (image.naturalWidth || 1));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture) save(picture, `${name}.png`);
}
