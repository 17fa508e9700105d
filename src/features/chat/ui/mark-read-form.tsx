import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/button.tsx'

/** What a script does by itself: everything up to here was seen. */
export function MarkReadForm({ conversation, seq }: { conversation: string; seq: number }) {
  const { t } = useI18n()
  return (
    <form method="post" action={apiPaths.chatRead}>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="seq" value={seq} />
      <Button kind="quiet" size="s" icon="check-check">
        {t('chat.markRead')}
      </Button>
    </form>
  )
}
