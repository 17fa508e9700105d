import type { ReactNode } from 'react'
import { ExtendForm } from '#features/encounters/dates/ui/extend-form.tsx'
import { TalkClock } from '#features/encounters/dates/ui/talk-clock.tsx'
import { PartnerStatus } from '#features/encounters/talk/ui/partner-status.tsx'
import { RoomActions, RoomFoot, RoomFrame, type RoomFrameProps } from '#features/encounters/talk/ui/room/room-frame.tsx'
import { TalkComposer } from '#features/encounters/talk/ui/talk-composer.tsx'
import { TalkLog } from '#features/encounters/talk/ui/talk-log.tsx'
import { TalkStart } from '#features/encounters/talk/ui/talk-start.tsx'
import { useTalk, useTalkState } from '#features/encounters/talk/ui/use-talk.ts'
import type { DatePageProps } from './props.ts'

type TalkProps = DatePageProps & {
  frame: Pick<RoomFrameProps, 'partner' | 'name' | 'exits' | 'header'>
  names: { partner: string }
  news: ReactNode
}

/** The five minutes: the clock and a prompt above the talk, the vote for three more minutes and the field below it. */
export function Talk({ view, history, prompts, cid, unsentRef, frame, names, news }: TalkProps) {
  const talk = useTalk(view, history)
  const isOver = useTalkState(talk, (state) => state.isOver)
  return (
    <RoomFrame {...frame} isConnected status={<PartnerStatus talk={talk} name={names.partner} />}>
      {view.until === null || prompts === null ? null : <TalkClock until={view.until} prompts={prompts} />}
      <TalkLog view={view} talk={talk}>
        <TalkStart view={view} />
      </TalkLog>
      <RoomFoot>
        {news}
        <RoomActions>
          <ExtendForm id={view.id} hasAsked={view.own.extended} isExtended={view.isExtended} />
        </RoomActions>
        {isOver ? null : <TalkComposer encounter={view.id} name={names.partner} cid={cid} unsentRef={unsentRef} />}
      </RoomFoot>
    </RoomFrame>
  )
}
