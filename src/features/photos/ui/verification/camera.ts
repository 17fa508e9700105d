/** Why there is no picture; each has a text under `verification.camera.<key>`. */
export type CameraFault = 'none' | 'denied' | 'fault'

/** Opens the camera that looks at the member. Asks for permission, if the browser does. */
export async function openCamera(): Promise<{ stream: MediaStream } | { fault: CameraFault }> {
  // Absent without HTTPS, in old browsers, and in some that live inside other apps.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) return { fault: 'none' }
  try {
    const video = { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } }
    return { stream: await devices.getUserMedia({ video, audio: false }) }
  } catch (error) {
    return { fault: faultOf(error instanceof DOMException ? error.name : '') }
  }
}

/** The names of errors in Media Capture and Streams, `getUserMedia`. */
export function faultOf(name: string): CameraFault {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'fault'
}

export function stopCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Draws what the camera shows now, at most 1280 px wide or high; false if it shows nothing yet. */
export function takeStill(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video
  const context = canvas.getContext('2d')
  if (!context || videoWidth === 0 || videoHeight === 0) return false
  const scale = Math.min(1, 1280 / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return true
}
