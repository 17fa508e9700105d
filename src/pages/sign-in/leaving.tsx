import {
  deletionActions,
  providerActions,
  sessionActions,
  type DeleteStep,
  type LeavingExport,
  type LeavingList,
  type LeavingStep,
  type WelcomeBackStep,
} from '#features/auth/contract.ts'
import { exportActions } from '#features/personal-data/contract.ts'
import { appealLength, restrictionActions } from '#features/restriction/contract.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { FormNameContext } from '#ui/fields/field-id.ts'
import { TextField } from '#ui/fields/field.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EntryPanel } from '#ui/layout/entry-panel.tsx'
import styles from './leaving.module.css'

/** The ways out of an account and back in. Plain forms only, so that they need no script. */
export function Leaving(step: LeavingStep) {
  return step.kind === 'delete' ? <Delete {...step} /> : <WelcomeBack {...step} />
}

const confirmPaths = { google: providerActions.confirmGoogle.path, facebook: providerActions.confirmFacebook.path } as const

function Delete({ title, lead, lists, owned, exported, confirm, reason, isRefused, submit, back }: DeleteStep) {
  const href = useHref()
  const page = href(routes.signIn, {}, { query: { step: deleteStep } })
  const flash = useFlash(deletionActions.delete.form)
  const needsProvider = confirm !== null && confirm.password === null
  return (
    <EntryPanel title={title} text={lead}>
      {lists.map((list) => (
        <List key={list.title} {...list} />
      ))}
      {owned ? (
        <div className={styles.owned}>
          <List {...owned} />
          {owned.link ? (
            <a className="alone" href={owned.link.href}>
              {owned.link.label}
            </a>
          ) : null}
        </div>
      ) : null}
      {exported ? <Exported {...exported} page={page} /> : null}
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      {confirm && !isRefused && confirm.providers.length > 0 ? (
        <div className={styles.form}>
          <h2>{confirm.title}</h2>
          {confirm.providers.map(({ name, label }) => (
            <form key={name} method="post" action={confirmPaths[name]}>
              <input type="hidden" name="next" value={page} />
              <Button kind="secondary" wide>
                {label}
              </Button>
            </form>
          ))}
        </div>
      ) : null}
      {isRefused || needsProvider ? null : (
        <form method="post" action={deletionActions.delete.path} className={styles.form}>
          {/* The page to which a refused form returns, because the browser may send no referrer. */}
          <input type="hidden" name="back" value={page} />
          <FormNameContext value={deletionActions.delete.form}>
            {reason ? <SelectField label={reason.label} name="reason" empty={reason.none} options={reason.options} /> : null}
            {confirm?.password ? (
              <TextField
                label={confirm.password}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={flash?.fields?.['password']}
              />
            ) : null}
          </FormNameContext>
          <Button kind="danger" size="l" wide icon="trash-2">
            {submit}
          </Button>
        </form>
      )}
      <ButtonLink kind="quiet" wide href={back.href}>
        {back.label}
      </ButtonLink>
    </EntryPanel>
  )
}

/** The form leads back to the page, which then says that the copy is being made. */
function Exported({ title, text, link, ask, page }: LeavingExport & { page: string }) {
  const flash = useFlash(exportActions.ask.form)
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      <p>{text}</p>
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      {link ? (
        <ButtonLink kind="secondary" href={link.href}>
          {link.label}
        </ButtonLink>
      ) : null}
      {ask === null ? null : (
        <form method="post" action={exportActions.ask.path}>
          <input type="hidden" name="back" value={page} />
          <Button kind="secondary">{ask}</Button>
        </form>
      )}
    </section>
  )
}

function List({ title, items }: LeavingList) {
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function WelcomeBack({ title, lead, restore, exported, statement, appeal, signOut, contact, contactEmail }: WelcomeBackStep) {
  const href = useHref()
  const flash = useFlash(deletionActions.restore.form)
  const page = href(routes.signIn, {}, { query: { step: welcomeBackStep } })
  return (
    <EntryPanel title={title} text={lead}>
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      {restore === null ? null : (
        <form method="post" action={deletionActions.restore.path}>
          <input type="hidden" name="back" value={page} />
          <Button size="l" wide icon="undo-2">
            {restore}
          </Button>
        </form>
      )}
      {exported ? <Exported {...exported} page={page} /> : null}
      {statement ? (
        <section className={styles.list}>
          <h2>{statement.title}</h2>
          <dl className={styles.facts}>
            {statement.facts.map(({ term, text }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd className={styles.fact} dir="auto">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {appeal ? <Appeal {...appeal} page={page} /> : null}
      <form method="post" action={sessionActions.signOut.path}>
        <Button kind="secondary" wide icon="log-out">
          {signOut}
        </Button>
      </form>
      <p className={styles.contact}>
        {contact} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </p>
    </EntryPanel>
  )
}

function Appeal({ title, text, form, page }: NonNullable<WelcomeBackStep['appeal']> & { page: string }) {
  const name = restrictionActions.appeal.form
  const flash = useFlash(name)
  const typed = flash?.values['text']
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      <p>{text}</p>
      {form ? (
        <form method="post" action={restrictionActions.appeal.path} className={styles.form}>
          <input type="hidden" name="back" value={page} />
          <FormNameContext value={name}>
            <TextAreaField
              label={form.label}
              hint={form.hint}
              name="text"
              rows={7}
              required
              minLength={appealLength.min}
              maxLength={appealLength.max}
              defaultValue={typeof typed === 'string' ? typed : ''}
              error={flash?.fields?.['text']}
            />
          </FormNameContext>
          <Button>{form.submit}</Button>
        </form>
      ) : null}
    </section>
  )
}
