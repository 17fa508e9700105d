import { avatarUrl } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/action-form.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { Portrait } from '#ui/portrait.tsx'
import styles from './questionnaire.module.css'
import { textValue } from './step-form.tsx'

type Props = { offered: readonly string[]; chosen: string | null; page: number; view: FormView; priority?: boolean }

/** Twelve drawings; the chosen one is among them on every page. */
export function PortraitChoice({ offered, chosen, page, view, priority = false }: Props) {
  const { t } = useI18n()
  const all = chosen && !offered.includes(chosen) ? [chosen, ...offered.slice(1)] : offered
  return (
    <div className={styles.portraits}>
      <ChoiceGroup
        key={page}
        legend={t('questionnaire.portrait.legend')}
        legendHidden
        name="avatar"
        look="pictures"
        required
        defaultValue={textValue(view.values, 'avatar') ?? chosen ?? undefined}
        error={view.fields['avatar']}
        options={all.map((avatar, index) => ({
          value: avatar,
          label:
            avatar === chosen ? t('questionnaire.portrait.current') : t('questionnaire.portrait.option', { number: index + 1 }),
          picture: <Portrait shape="square" src={avatarUrl(avatar) ?? undefined} alt="" tint={index} priority={priority} />,
        }))}
      />
    </div>
  )
}
