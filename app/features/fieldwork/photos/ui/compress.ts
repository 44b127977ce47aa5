/** Pixels of the longer side, and the quality of the JPEG: sharp enough to see a stain, small enough for a weak signal. */
const LONGEST = 1600;
const QUALITY = 0.8;

/** A photo of the camera, smaller. What the browser can't read goes as it is; the server says if it can't either. */
export function compress(photo: Blob): Promise<Blob> {
  return smaller(photo).catch(() => photo);
}

async function smaller(photo: Blob): Promise<Blob> {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const drawn = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return drawn.size < photo.size ? drawn : photo;
}
