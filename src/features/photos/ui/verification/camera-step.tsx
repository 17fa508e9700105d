import { useEffect, useRef, useState } from 'react'
import type { PoseChallenge } from '#features/photos/contract.ts'
import { verificationActions } from '#features/photos/verification.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { openCamera, stopCamera, takeStill, type CameraFault } from './camera.ts'
import { PoseDrawing } from './pose-drawing.tsx'
import styles from './verification.module.css'

type Step =
  | { kind: 'opening' }
  | { kind: 'fault'; fault: CameraFault }
  | { kind: 'refused'; message: string }
  | { kind: 'posing'; stream: MediaStream; challenge: PoseChallenge; endsAt: number; error?: string }

/** Each attempt opens the camera again. */
export function CameraStep({ onClosed }: { onClosed: () => void }) {
  const [attempt, setAttempt] = useState(0)
  return <CameraAttempt key={attempt} onAgain={() => setAttempt((before) => before + 1)} onClosed={onClosed} />
}

/** Opens the camera first: a pose is drawn only for someone who can show it. */
function CameraAttempt({ onAgain, onClosed }: { onAgain: () => void; onClosed: () => void }) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>({ kind: 'opening' })
  // The press that led here has taken its own button away, and with it the focus.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  // The pose and the camera's picture are looked at together.
  useEffect(() => {
    if (step.kind === 'posing') box.current?.scrollIntoView({ block: 'start' })
  }, [step.kind])
  const offline = t('common.error.offline')
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const open = async () => {
      const opened = await openCamera()
      if (!('stream' in opened)) return setStep({ kind: 'fault', fault: opened.fault })
      stream = opened.stream
      if (isOver) return stopCamera(stream)
      const drawn = await sendAction(verificationActions.draw, {}, offline)
      if (isOver) return stopCamera(stream)
      if (drawn.kind === 'refused') {
        stopCamera(stream)
        return setStep({ kind: 'refused', message: drawn.message })
      }
      const { challenge } = drawn.data
      setStep({ kind: 'posing', stream, challenge, endsAt: performance.now() + challenge.leftMs })
    }
    void open()
    return () => {
      isOver = true
      stopCamera(stream)
    }
  }, [offline])
  return (
    <div ref={box} className={styles.step} tabIndex={-1}>
      {/* The live region exists before its text, so that a screen reader announces it. */}
      <div aria-live="polite">
        {step.kind === 'opening' ? <p className={styles.quiet}>{t('verification.camera.opening')}</p> : null}
        {step.kind === 'fault' ? <Notice kind="warn">{t(`verification.camera.${step.fault}`)}</Notice> : null}
        {step.kind === 'refused' ? <Notice kind="error">{step.message}</Notice> : null}
      </div>
      {step.kind === 'posing' ? <Posing {...step} onOver={onAgain} /> : null}
      {step.kind === 'fault' || step.kind === 'refused' ? (
        <Button type="button" kind="secondary" icon="refresh-cw" onClick={onAgain}>
          {t('common.form.retry')}
        </Button>
      ) : null}
      <Button type="button" kind="quiet" onClick={onClosed}>
        {t('verification.camera.stop')}
      </Button>
    </div>
  )
}

type PosingProps = { stream: MediaStream; challenge: PoseChallenge; endsAt: number; onOver: () => void }

/** The pose beside the camera's picture; after the press, the still instead, to be sent or taken again. */
function Posing({ stream, challenge, endsAt, onOver }: PosingProps) {
  const { t, tn } = useI18n()
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isTaken, setTaken] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const minutes = useMinutesLeft(endsAt)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const take = () => {
    if (!video.current || !canvas.current) return
    if (takeStill(video.current, canvas.current)) setTaken(true)
    else setError(t('verification.camera.fault'))
  }
  const send = async () => {
    if (!canvas.current) return
    setSending(true)
    setError(null)
    const [, picture = ''] = canvas.current.toDataURL('image/jpeg', 0.9).split(',')
    const answer = await sendAction(verificationActions.send, { id: challenge.id, picture }, t('common.error.offline'))
    setSending(false)
    if (answer.kind === 'done') refreshPage()
    else setError(answer.fields['picture'] ?? answer.message)
  }
  if (minutes === 0)
    return (
      <>
        <Notice kind="warn">{t('common.error.pose-over')}</Notice>
        <Button type="button" kind="secondary" onClick={onOver}>
          {t('verification.camera.newPose')}
        </Button>
      </>
    )
  return (
    <>
      <div className={styles.pose}>
        <PoseDrawing pose={challenge.pose} />
        <p className={styles.words}>{t(`verification.pose.${challenge.pose}`)}</p>
      </div>
      <p className={styles.quiet}>{t('verification.camera.how')}</p>
      <div className={styles.view}>
        <video
          ref={video}
          className={styles.live}
          hidden={isTaken}
          autoPlay
          playsInline
          muted
          aria-label={t('verification.camera.live')}
        />
        <canvas ref={canvas} className={styles.still} hidden={!isTaken} aria-label={t('verification.camera.still')} />
      </div>
      <p className={styles.quiet}>{tn('verification.camera.left', minutes)}</p>
      <div aria-live="polite">{error ? <Notice kind="error">{error}</Notice> : null}</div>
      <div className={styles.buttons}>
        {isTaken ? (
          <>
            <Button type="button" icon="send" pending={isSending} onClick={() => void send()}>
              {t('verification.camera.send')}
            </Button>
            <Button type="button" kind="secondary" disabled={isSending} onClick={() => setTaken(false)}>
              {t('verification.camera.another')}
            </Button>
          </>
        ) : (
          <Button type="button" icon="camera" onClick={take}>
            {t('verification.camera.take')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Whole minutes left, rounded up; 0 afterwards. `endsAt`: by `performance.now()`. */
function useMinutesLeft(endsAt: number): number {
  const read = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 60_000))
  const [minutes, setMinutes] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setMinutes(Math.max(0, Math.ceil((endsAt - performance.now()) / 60_000))), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return minutes
}
