// The editor of a WhatsApp template: its texts and samples, next to a live preview on a phone.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { previewTemplateApi } from '../../../../core/api/templates.ts'
import { useCall } from '../../../session/session.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { SelectInput, TextInput } from '../../../ui/forms/TextInput.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { useSettled } from '../useSettled.ts'
import { TemplatePreview } from './TemplatePreview.tsx'

export interface TemplateInput {
  purpose: 'announce_one' | 'announce_many'
  name: string
  language: string
  category: 'UTILITY' | 'MARKETING'
  body: string
  footer: string | null
  show: string
  pause: string
  samples: Record<string, string>
}

interface TemplateFormProps {
  draft: TemplateInput
  onChange(draft: TemplateInput): void
  /** Its purpose, name, language and category are fixed once it exists. */
  isNew: boolean
  /** Buttons. */
  children: ReactNode
}

const variables = { announce_one: ['from', 'subject'], announce_many: ['count', 'heads'] } as const

export function TemplateForm({ draft, onChange, isNew, children }: TemplateFormProps) {
  const t = useWords('admintemplates')
  const set = (change: Partial<TemplateInput>) => onChange({ ...draft, ...change })
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1.12fr_1fr]">
      <Card>
        {isNew && <Identity draft={draft} set={set} />}
        <Field label={t('body')} help={t('body.help', { names: variables[draft.purpose].map(name => `{{${name}}}`).join(' ') })}>
          <TextArea rows={6} dir="auto" value={draft.body} maxLength={2000} onChange={event => set({ body: event.target.value })} />
        </Field>
        {variables[draft.purpose].map(name => (
          <Field key={name} label={t('sample', { name: `{{${name}}}` })} help={t('sample.help')}>
            <TextInput
              dir="auto"
              value={draft.samples[name] ?? ''}
              maxLength={200}
              onChange={event => set({ samples: { ...draft.samples, [name]: event.target.value } })}
            />
          </Field>
        ))}
        <Field label={t('footer')}>
          <TextInput dir="auto" value={draft.footer ?? ''} maxLength={60} onChange={event => set({ footer: event.target.value || null })} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('show')}>
            <TextInput dir="auto" value={draft.show} maxLength={25} onChange={event => set({ show: event.target.value })} />
          </Field>
          <Field label={t('pause')}>
            <TextInput dir="auto" value={draft.pause} maxLength={25} onChange={event => set({ pause: event.target.value })} />
          </Field>
        </div>
        {children}
      </Card>
      <LivePreview draft={draft} />
    </div>
  )
}

function Identity({ draft, set }: { draft: TemplateInput; set(change: Partial<TemplateInput>): void }) {
  const t = useWords('admintemplates')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('purpose')}>
        <SelectInput
          value={draft.purpose}
          onChange={event => set({ purpose: event.target.value === 'announce_many' ? 'announce_many' : 'announce_one', samples: {} })}
        >
          <option value="announce_one">{t('purpose.announce_one')}</option>
          <option value="announce_many">{t('purpose.announce_many')}</option>
        </SelectInput>
      </Field>
      <Field label={t('category')} help={t('category.help')}>
        <SelectInput
          value={draft.category}
          onChange={event => set({ category: event.target.value === 'MARKETING' ? 'MARKETING' : 'UTILITY' })}
        >
          <option value="UTILITY">{t('category.name', { name: 'UTILITY' })}</option>
          <option value="MARKETING">{t('category.name', { name: 'MARKETING' })}</option>
        </SelectInput>
      </Field>
      <Field label={t('name')} help={t('name.help')}>
        <TextInput value={draft.name} autoComplete="off" spellCheck={false} onChange={event => set({ name: event.target.value })} />
      </Field>
      <Field label={t('language')} help={t('language.help')}>
        <TextInput value={draft.language} autoComplete="off" spellCheck={false} onChange={event => set({ language: event.target.value })} />
      </Field>
    </div>
  )
}

/** Leaves out empty samples, so that ours are used in the preview, as they would be at WhatsApp. */
export const toDraftBody = (draft: TemplateInput): TemplateInput => ({
  ...draft,
  samples: Object.fromEntries(Object.entries(draft.samples).filter(([, sample]) => sample.trim() !== '')),
})

function LivePreview({ draft }: { draft: TemplateInput }) {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const settled = useSettled(toDraftBody(draft))
  const { data, error } = useQuery({
    queryKey: ['admin', 'template-preview', settled],
    queryFn: ({ signal }) => call(previewTemplateApi, 'POST', '/api/admin/templates/previews', { body: settled, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  // An empty form is no mistake yet.
  const isStarted = draft.name !== '' || draft.body !== ''
  return (
    <div className="grid gap-4 lg:sticky lg:top-5">
      {data && isStarted && <TemplatePreview shown={{ ...data, language: draft.language }} />}
      {error && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      <div aria-live="polite">
        {data && isStarted && data.problems.length > 0 && (
          <Note kind="warn">
            <b>{t('problems')}</b>
            <ul className="ms-5 list-disc">
              {data.problems.map(problem => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </div>
  )
}
