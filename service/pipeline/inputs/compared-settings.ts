import type { ComparisonSettings } from '../../../shared/api/settings.ts';
import type { ComparedSettings } from './tasks.ts';

/** The settings that are stored with a comparison beside the mode and the complexity, which its facts have. */
export function comparedSettings(settings: ComparisonSettings): ComparedSettings {
  const { mode: _mode, complexity: _complexity, details: _details, rules: _rules, ...compared } = settings;
  return compared;
}
