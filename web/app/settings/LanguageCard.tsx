// Chooses the language of the screens, our emails and WhatsApp messages; takes effect at once.
import type { Settings } from '../../../core/api/settings.ts'
import { type Language, languages } from '../../../core/words/languages.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { InlineSelect } from '../../ui/forms/InlineSelect.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ownName } from '../../ui/layout/LanguageChoice.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { chooseLanguage } from '../../words/language.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSettings } from '../queries/settings.ts'

export function LanguageCard({ settings }: { settings: Settings }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const choose = (language: Language) =>
    change.mutate(
      { language },
      { onSuccess: () => (toast.success(t('saved')), void chooseLanguage(language)), onError: error => toast.error(explain(error)) },
    )
  return (
    <Card>
      <h2>{t('language')}</h2>
      <p className="text-ink-2">{t('language.text')}</p>
      <p>
        {t('language.label')}{' '}
        <InlineSelect
          label={t('language')}
          value={settings.language}
          options={languageOptions}
          onChange={choose}
          disabled={change.isPending}
        />
      </p>
    </Card>
  )
}

const languageOptions = languages.map(value => ({ value, label: ownName(value) }))
