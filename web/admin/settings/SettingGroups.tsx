// The groups of settings as a list, and the form of the one that is chosen; the choice is in the URL.
import type { AllSettings } from '../../../core/api/admin/settings.ts'
import { settingGroups } from '../../../core/settings/definitions.ts'
import { cx } from '../../ui/cx.ts'
import { useWords } from '../../words/words.tsx'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { GroupForm } from './GroupForm.tsx'

export function SettingGroups({ all }: { all: AllSettings }) {
  const t = useWords('adminsettings')
  const { values, set } = useUrlFilters(['group'])
  const chosen = settingGroups.find(group => group === values.group) ?? 'signup'
  const view = all.groups.find(({ group }) => group === chosen)
  return (
    <div className="grid grid-cols-1 gap-5 pt-5 md:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={t('groups')} className="flex content-start gap-1 overflow-x-auto pb-1 md:grid">
        {all.groups.map(({ group }) => (
          <button
            key={group}
            type="button"
            aria-current={group === chosen ? 'true' : undefined}
            className={cx(
              'min-h-9 rounded-hull-sm px-3 text-start text-sm whitespace-nowrap',
              group === chosen ? 'bg-accent-soft font-strong text-accent-ink' : 'text-ink-2 hover:bg-water hover:text-ink',
            )}
            onClick={() => set({ group })}
          >
            {t(`group.${group}`)}
          </button>
        ))}
      </nav>
      {view && <GroupForm key={chosen} view={view} revision={all.revision} />}
    </div>
  )
}
