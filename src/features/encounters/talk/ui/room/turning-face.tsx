import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { drawAlias, grounds, strokes } from '../draw-alias.ts'
import styles from './turning-face.module.css'

type TurningFaceProps = { seed: string; isTurned: boolean; /** The portrait behind the drawing. */ children: ReactNode }

/** The made-up drawing of a talk, which unravels once `isTurned` and leaves the portrait. Without a script, the portrait alone. */
export function TurningFace({ seed, isTurned, children }: TurningFaceProps) {
  const { tint, line, features } = drawAlias(seed)
  return (
    <div className={`${styles.face} ${isTurned ? styles.turned : ''}`}>
      {children}
      <svg className={styles.drawing} viewBox="0 0 100 100" aria-hidden="true">
        <rect className={styles.ground} width="100" height="100" fill={grounds[tint]} />
        <path pathLength="1" stroke={strokes.line.stroke} strokeWidth={strokes.line.width} d={line} />
        <path pathLength="1" stroke={strokes.features.stroke} strokeWidth={strokes.features.width} d={features} />
      </svg>
    </div>
  )
}

/** True once every picture in the element can be shown, or has failed: no drawing turns into an empty frame. */
export function useTurn<Frame extends HTMLElement>(): [RefObject<Frame | null>, boolean] {
  const frame = useRef<Frame>(null)
  const [isTurned, setIsTurned] = useState(false)
  useEffect(() => {
    let isHere = true
    const pictures = [...(frame.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isHere) setIsTurned(true)
    })
    return () => {
      isHere = false
    }
  }, [])
  return [frame, isTurned]
}
