/** Small frames of a video side by side on a canvas. */
import { covering, stripMoments } from '$lib/state/film-strip';

function arrival(video: HTMLVideoElement, name: string, stop: AbortSignal): Promise<void> {
  return new Promise((come, fail) => {
    video.addEventListener(name, () => come(), { once: true, signal: stop });
    for (const failure of ['error', 'abort']) video.addEventListener(failure, fail, { once: true, signal: stop });
    stop.addEventListener('abort', fail, { once: true });
  });
}

/** Draws the frames one after the other, as a second element finds them; ends early where that is stopped or fails. */
export async function drawStrip(canvas: HTMLCanvasElement, url: string, stop: AbortSignal): Promise<void> {
  const context = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  if (!context || width === 0) return;
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
  try {
    await arrival(video, 'loadeddata', stop);
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    const frame = { width: video.videoWidth, height: video.videoHeight };
    const moments = stripMoments(video.duration, canvas, frame.width / frame.height);
    const field = { width: canvas.width / moments.length, height: canvas.height };
    const part = covering(frame, field);
    for (const [place, moment] of moments.entries()) {
      const arrived = arrival(video, 'seeked', stop);
      video.currentTime = moment;
      await arrived;
      const [left, right] = [Math.round(place * field.width), Math.round((place + 1) * field.width)];
      context.drawImage(video, part.x, part.y, part.width, part.height, left, 0, right - left, field.height);
    }
  } catch {
    // The strip is a help: without it the time line is there all the same.
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}
