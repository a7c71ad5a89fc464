// One WhatsApp template: what WhatsApp says about it, its text next to a phone, and what staff can do with it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { changeTemplateApi, getTemplateApi, type TemplateDetail } from '../../../../core/api/templates.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime } from '../../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { TemplateForm, type TemplateInput, toDraftBody } from './TemplateForm.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { TemplateState } from './TemplateState.tsx'

const refreshMs = 10_000

export function TemplatePage() {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const { pathname } = useLocation()
  const id = matchPath('/admin/templates/:id', pathname)?.params.id ?? ''
  const { hasRole } = useAuth()
  const { data, error } = useQuery({
    queryKey: ['admin', 'templates', id],
    queryFn: ({ signal }) => call(getTemplateApi, 'GET', '/api/admin/templates/:id', { params: { id }, signal }),
    refetchInterval: query => (query.state.error ? false : refreshMs),
  })
  if (!data && !error) return <SkeletonCard />
  return (
    <>
      <PageHeader title={data ? data.name : t('title')} above={<Link to="/admin/templates">{t('title')}</Link>}>
        {data && t('template.lead', { purpose: t(`purpose.${data.purpose}`), language: data.language })}
      </PageHeader>
      {error && !data && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-5">
          <StateCard template={data} />
          {isEditable(data) && hasRole('admin') ? <Editor key={data.id} template={data} /> : <ReadOnly template={data} />}
        </div>
      )}
    </>
  )
}

/** WhatsApp reviews a text once; its own texts cannot be edited at all. */
const isEditable = ({ state, purpose }: TemplateDetail): boolean =>
  purpose !== 'sign_in_code' && (state === 'draft' || state === 'rejected')

function StateCard({ template }: { template: TemplateDetail }) {
  const t = useWords('admintemplates')
  const language = useLanguage()
  const { hasRole } = useAuth()
  const { category, quality, reason, pausedUntil, position, lastUsedAt, syncedAt, usedInstead, isUsable, waiting } = template
  const moment = (at: string | null) => (at ? formatDateTime(at, language) : t('never'))
  return (
    <Card>
      <Facts
        facts={[
          { name: t('state'), value: <TemplateState template={template} /> },
          ...(reason ? [{ name: t('reason'), value: reason }] : []),
          ...(pausedUntil ? [{ name: t('pausedUntil'), value: moment(pausedUntil) }] : []),
          { name: t('category'), value: t('category.name', { name: category }) },
          { name: t('quality'), value: t('quality.name', { name: quality ?? 'none' }) },
          { name: t('position'), value: String(position) },
          { name: t('used'), value: moment(lastUsedAt) },
          { name: t('compared'), value: moment(syncedAt) },
        ]}
      />
      {!isUsable && (
        <Note kind={usedInstead ? 'info' : 'warn'}>
          {usedInstead ? (
            <>
              {t('instead')} <Link to={`/admin/templates/${usedInstead.id}`}>{`${usedInstead.name} (${usedInstead.language})`}</Link>
            </>
          ) : (
            t('instead.none', { n: waiting })
          )}
        </Note>
      )}
      <p className="max-w-prose text-sm text-ink-2">{t(`state.${template.state}.next`)}</p>
      {template.state === 'paused' && <p className="max-w-prose text-sm text-ink-2">{t('state.paused.helps')}</p>}
      {hasRole('admin') && <TemplateActions template={template} />}
    </Card>
  )
}

function ReadOnly({ template }: { template: TemplateDetail }) {
  const { language, preview, footer, show, pause } = template
  return (
    <div className="max-w-md">
      <TemplatePreview shown={{ language, preview, footer, buttons: [show, pause] }} />
    </div>
  )
}

function Editor({ template }: { template: TemplateDetail }) {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<TemplateInput>(() => ({
    ...template,
    purpose: template.purpose === 'announce_many' ? 'announce_many' : 'announce_one',
    category: template.category === 'MARKETING' ? 'MARKETING' : 'UTILITY',
  }))
  const save = useMutation({
    mutationFn: async () => {
      const { body, footer, show, pause, samples } = toDraftBody(draft)
      await call(changeTemplateApi, 'PATCH', '/api/admin/templates/:id', {
        params: { id: template.id },
        body: { body, footer, show, pause, samples },
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['admin', 'templates'] })
      toast.success(t('saved'))
    },
  })
  return (
    <TemplateForm draft={draft} onChange={setDraft} isNew={false}>
      {save.error && (
        <Note kind="danger" alert>
          {explain(save.error)}
        </Note>
      )}
      <div>
        <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
          {t('saveDraft')}
        </Button>
      </div>
    </TemplateForm>
  )
}
