import { answerRows, type EditRow, type OwnPromptAnswer } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'

type Props = { answers: readonly OwnPromptAnswer[]; onOpen: ((row: EditRow) => void) | undefined }

/** The member's answers, each with a link to change it, and one to answer another question. */
export function AnswerList({ answers, onOpen }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <LinkList>
      {answerRows.slice(0, answers.length + 1).map((row, index) => {
        const answer = answers[index]
        return (
          <LinkRow
            key={row}
            icon={answer ? undefined : 'plus'}
            title={answer ? t(`profile-prompts.${answer.prompt}`) : t('profile.answers.add')}
            detail={answer ? <span dir="auto">{answer.text}</span> : undefined}
            href={href(routes.profileSettings, {}, { query: { edit: row } })}
            onClick={(event) => {
              if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(row)
            }}
          >
            {answer && answer.see !== 'everyone' ? (
              <Icon name={answer.see === 'matches' ? 'users' : 'lock'} size="s" label={t(`profile.see.${answer.see}`)} />
            ) : null}
          </LinkRow>
        )
      })}
    </LinkList>
  )
}
