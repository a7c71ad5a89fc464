// The editor of an email's text: one field per part, checked while typing, next to a preview of the email.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EmailTextDetail,
  type EmailTextIssue,
  previewEmailTextApi,
  saveEmailTextApi,
  sendTestEmailApi,
} from '../../../../core/api/admin/email-texts.ts'
import type { EmailTexts } from '../../../../core/notifications/email-kinds.ts'
import { directionOf } from '../../../../core/words/languages.ts'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/overlays/Disclosure.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useSettled } from '../useSettled.ts'
import { EmailPreviewCard } from './EmailPreviewCard.tsx'

const path = '/api/admin/email-texts/:kind/:language'

export function EmailTextForm({ detail }: { detail: EmailTextDetail }) {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const { hasRole } = useAuth()
  const [texts, setTexts] = useState<EmailTexts>(() => Object.fromEntries(detail.parts.map(({ part, text }) => [part, text])))
  const { kind, language, version } = detail
  const params = { kind, language }
  const settled = useSettled(texts)
  const preview = useQuery({
    queryKey: ['admin', 'email-preview', kind, language, settled],
    queryFn: ({ signal }) => call(previewEmailTextApi, 'POST', `${path}/previews`, { params, body: { texts: settled }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const { save, test } = useEmailActions({ params, texts, version })
  const canEdit = hasRole('admin')
  const isChanged = detail.parts.some(({ part, text }) => texts[part] !== text)
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <Card>
        {!canEdit && <Note kind="info">{t('readOnly')}</Note>}
        {detail.parts.map(part => (
          <PartField
            key={part.part}
            part={part}
            text={texts[part.part] ?? ''}
            direction={directionOf(language)}
            issues={preview.data?.problems ?? []}
            readOnly={!canEdit}
            onChange={text => setTexts(current => ({ ...current, [part.part]: text }))}
          />
        ))}
        <Values detail={detail} />
        {[save.error, test.error, preview.error].find(Boolean) && (
          <Note kind="danger" alert>
            {explain(save.error ?? test.error ?? preview.error)}
          </Note>
        )}
        {canEdit && (
          <div className="flex flex-wrap gap-3">
            <Button busy={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
              {t('save')}
            </Button>
            <Button look="quiet" busy={test.isPending} onClick={() => test.mutate()}>
              {t('sendTest')}
            </Button>
          </div>
        )}
      </Card>
      <EmailPreviewCard preview={preview.data} />
    </div>
  )
}

function useEmailActions({
  params,
  texts,
  version,
}: {
  params: Pick<EmailTextDetail, 'kind' | 'language'>
  texts: EmailTexts
  version: number
}) {
  const t = useWords('admintemplates')
  const call = useCall()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => call(saveEmailTextApi, 'PUT', path, { params, body: { texts, version } }),
    onSuccess: async saved => {
      queries.setQueryData(['admin', 'email-texts', params.kind, params.language], saved)
      await queries.invalidateQueries({ queryKey: ['admin', 'email-texts', '/api/admin/email-texts'] })
      toast.success(t('saved'))
    },
  })
  const test = useMutation({
    mutationFn: () => call(sendTestEmailApi, 'POST', `${path}/tests`, { params, body: { texts } }),
    onSuccess: () => toast.success(t('testSent')),
  })
  return { save, test }
}

interface PartFieldProps {
  part: EmailTextDetail['parts'][number]
  text: string
  direction: 'ltr' | 'rtl'
  issues: readonly EmailTextIssue[]
  readOnly: boolean
  onChange(text: string): void
}

function PartField({
  part: { part, default: standard, formerDefault, maxLength },
  text,
  direction,
  issues,
  readOnly,
  onChange,
}: PartFieldProps) {
  const t = useWords('admintemplates')
  const issue = issues.find(one => one.part === part)
  const isLong = part === 'text' || part === 'otherwise'
  return (
    <div className="grid gap-2">
      <Field
        label={t(`email.part.${part}`)}
        error={issue?.message}
        aside={
          text !== standard &&
          !readOnly && (
            <button type="button" className="text-accent-ink underline" onClick={() => onChange(standard)}>
              {t('useDefault')}
            </button>
          )
        }
      >
        <TextArea
          rows={isLong ? 5 : 2}
          dir={direction}
          value={text}
          maxLength={maxLength}
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange(event.target.value)}
        />
      </Field>
      {text !== standard && (
        <Disclosure label={formerDefault === null ? t('showDefault') : t('showNewDefault')}>
          <p dir={direction} className="mt-1 rounded-hull-sm bg-sunk px-3 py-2 text-sm whitespace-pre-line wrap-anywhere">
            {standard}
          </p>
        </Disclosure>
      )}
    </div>
  )
}

/** The values that may be used in braces. */
function Values({ detail: { values } }: { detail: EmailTextDetail }) {
  const t = useWords('admintemplates')
  if (values.length === 0) return <p className="text-sm text-ink-2">{t('values.none')}</p>
  return (
    <div className="text-sm text-ink-2">
      <p>{t('values')}</p>
      <ul className="flex flex-wrap gap-2 pt-1">
        {values.map(({ name, choices, isNumber }) => (
          <li key={name}>
            <code dir="ltr">{valueUse(name, choices, isNumber)}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

function valueUse(name: string, choices: string[] | null, isNumber: boolean): string {
  if (isNumber) return `{${name}, plural, one {…} other {# …}}`
  return choices ? `{${name}, select, ${choices.map(choice => `${choice} {…}`).join(' ')} other {…}}` : `{${name}}`
}
