import { avatarUrl, type AvatarLook } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import styles from './questionnaire.module.css'
import { textValue } from './step-form.tsx'

type Props = {
  offered: readonly string[]
  /** Descriptions of the drawings, for their names. */
  looks?: Record<string, AvatarLook>
  chosen: string | null
  page: number
  view: FormView
  priority?: boolean
}

/** Twelve drawings; the chosen one is among them on every page. */
export function PortraitChoice({ offered, looks = {}, chosen, page, view, priority = false }: Props) {
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
          label: nameOf(avatar === chosen ? null : index + 1, looks[avatar], t),
          picture: (
            <Portrait inline shape="square" src={avatarUrl(avatar) ?? undefined} alt="" tint={index} priority={priority} />
          ),
        }))}
      />
    </div>
  )
}

/** 'Portrait 3: short brown hair, glasses, blue clothes'; the number distinguishes similar drawings. */
function nameOf(number: number | null, look: AvatarLook | undefined, t: ReturnType<typeof useI18n>['t']): string {
  const name = number === null ? t('questionnaire.portrait.current') : t('questionnaire.portrait.option', { number })
  if (!look) return name
  const seen = [
    ...(look.hair ? [t(`questionnaire.look.hair.${look.hair}`)] : []),
    ...(look.length ? [t(`questionnaire.look.${look.length}`)] : []),
    ...(look.glasses ? [t('questionnaire.look.glasses')] : []),
    ...(look.beard ? [t('questionnaire.look.beard')] : []),
    t(`questionnaire.look.clothes.${look.clothes}`),
  ]
  return `${name}: ${seen.join(', ')}`
}
