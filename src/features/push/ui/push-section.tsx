import { useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { readDevice, turnOff, turnOn, type DeviceState } from './device.ts'

/** Turns push messages on and off for this browser. `isSubscribed`: the server sends to it. */
export function PushSection({ isSubscribed }: { isSubscribed: boolean }) {
  const { t } = useI18n()
  const { config, viewer } = usePage()
  const [state, setState] = useState<DeviceState | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    let isHere = true
    readDevice().then(
      (read) => isHere && setState(read === 'on' && !isSubscribed ? 'off' : read),
      () => isHere && setState('unsupported'),
    )
    return () => {
      isHere = false
    }
  }, [isSubscribed])

  const change = async (isOn: boolean) => {
    setPending(true)
    setFailed(false)
    try {
      const offline = t('common.error.offline')
      const member = viewer?.id ?? ''
      const answer = isOn ? await turnOff(member, offline) : await turnOn(member, config.vapidKey, offline)
      if (answer === 'denied') setState(await readDevice())
      else if (answer.kind === 'done') setState(isOn ? 'off' : 'on')
      else setFailed(true)
    } catch (error) {
      console.warn(error) // The browser's push service does not answer.
      setFailed(true)
    }
    setPending(false)
  }

  const isOn = state === 'on'
  return (
    <Section title={t('push.device.title')} text={t('push.device.text')}>
      <output>{state && t(`push.device.${state}`)}</output>
      {isOn || state === 'off' ? (
        <div>
          <Button type="button" kind="secondary" pending={isPending} onClick={() => void change(isOn)}>
            {t(isOn ? 'push.device.turnOff' : 'push.device.turnOn')}
          </Button>
        </div>
      ) : null}
      {hasFailed ? <Notice kind="error">{t('push.device.failed')}</Notice> : null}
    </Section>
  )
}
