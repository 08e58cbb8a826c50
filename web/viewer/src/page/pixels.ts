// Images beside a world, decoded.
import type { SideImage } from '../worker/protocol.js';

const MOST_PIXELS = 64 << 20;
/** Names of images that browsers decode. */
export const IMAGE = /\.(png|jpe?g|webp|gif|bmp)$/i;

export async function pixelsOf(file: Blob): Promise<SideImage | undefined> {
  try {
    const image = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
    const { width, height } = image;
    if (width * height > MOST_PIXELS) return undefined;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0);
    image.close();
    const data = context?.getImageData(0, 0, width, height).data;
    return data ? { width, height, data } : undefined;
  } catch {
    return undefined; // no image that the browser knows: as if it were not there
  }
}
