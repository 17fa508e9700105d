import { defineLoad } from '#server/pages/load.ts'
import type { LegalKind, OperatorProps } from '../contract.ts'
import { describeLegalText, readLegalText } from '../rules.ts'
import { operatorOf } from './operator.ts'

/** What the page of a legal text loads. */
export const defineLegalLoad = (kind: LegalKind) =>
  defineLoad({
    props: ({ env }): OperatorProps => ({ operator: operatorOf(env) }),
    title: ({ translator }) => translator.t(`legal.${kind}.title`),
    head: ({ translator }, { operator }) => ({ description: describeLegalText(readLegalText(translator, kind, operator)) }),
  })
