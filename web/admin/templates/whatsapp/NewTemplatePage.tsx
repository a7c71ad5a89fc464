// Writes a new WhatsApp template: from nothing, in another language, or to replace one that WhatsApp refuses.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addTemplateApi, getTemplateApi } from '../../../../core/api/templates.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { TemplateForm, type TemplateInput, toDraftBody } from './TemplateForm.tsx'

const empty: TemplateInput = {
  ...{ purpose: 'announce_one', name: '', language: 'en', category: 'UTILITY' },
  ...{ body: '', footer: null, show: '', pause: '', samples: {} },
}

export function NewTemplatePage() {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const { hasRole } = useAuth()
  const [search] = useSearchParams()
  const source = search.get('from')
  const isReplacement = search.get('for') === 'replacement'
  const { data, error } = useQuery({
    queryKey: ['admin', 'templates', source],
    queryFn: ({ signal }) => call(getTemplateApi, 'GET', '/api/admin/templates/:id', { params: { id: source ?? '' }, signal }),
    enabled: source !== null,
  })
  if (source !== null && !data && !error) return <SkeletonCard />
  return (
    <>
      <PageHeader title={t('new')} above={<Link to="/admin/templates">{t('title')}</Link>}>
        {source === null ? t('new.lead') : t(isReplacement ? 'replace.lead' : 'copy.lead')}
      </PageHeader>
      {error && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      {!hasRole('admin') && <Note kind="info">{t('readOnly')}</Note>}
      {!error && <Editor start={data ? startOf(data, isReplacement) : empty} />}
    </>
  )
}

type Source = Pick<TemplateInput, 'name' | 'language' | 'body' | 'footer' | 'show' | 'pause'> & {
  purpose: string
  category: string
  samples: Record<string, string>
}

/** A replacement needs another name; in another language the name stays, and the author has to choose the language. */
const startOf = (
  { purpose, category, name, language, body, footer, show, pause, samples }: Source,
  isReplacement: boolean,
): TemplateInput => ({
  ...{ body, footer, show, pause, samples },
  ...(isReplacement ? { name: nextName(name), language } : { name, language: '' }),
  purpose: purpose === 'announce_many' ? 'announce_many' : 'announce_one',
  category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY',
})

/** `notice` → `notice_v2` → `notice_v3`. */
function nextName(name: string): string {
  const [, stem = name, version = '1'] = /^(.+)_v(\d+)$/.exec(name) ?? []
  return `${stem}_v${Number(version) + 1}`
}

function Editor({ start }: { start: TemplateInput }) {
  const t = useWords('admintemplates')
  const ui = useWords('ui')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const goTo = useNavigate()
  const { hasRole } = useAuth()
  const [draft, setDraft] = useState(start)
  const save = useMutation({
    mutationFn: () => call(addTemplateApi, 'POST', '/api/admin/templates', { body: toDraftBody(draft) }),
    onSuccess: async template => {
      await queries.invalidateQueries({ queryKey: ['admin', 'templates'] })
      await goTo(`/admin/templates/${template.id}`)
    },
  })
  return (
    <TemplateForm draft={draft} onChange={setDraft} isNew>
      {save.error && (
        <Note kind="danger" alert>
          {explain(save.error)}
        </Note>
      )}
      <div className="flex flex-wrap gap-3">
        {hasRole('admin') && (
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {t('saveDraft')}
          </Button>
        )}
        <LinkButton look="quiet" to="/admin/templates">
          {ui('cancel')}
        </LinkButton>
      </div>
    </TemplateForm>
  )
}
