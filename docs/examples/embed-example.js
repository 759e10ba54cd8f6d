// The script of embed.html, in a file of its own so that the page needs no inline script.
const query = new URLSearchParams(location.search);
const progress = document.querySelector('#progress');

const viewer = Diffsvc.embed({
  container: '#comparison',
  comparisonId: query.get('comparison') ?? 'demo',
  ...(query.has('token') ? { token: query.get('token') } : {}),
  review: query.get('review') === 'true',
  theme: 'system',
  view: 'unified',
  onReady: (state) => {
    progress.textContent = `Ready: ${state.total} changes.`;
  },
  onChangeResolved: ({ changeId, action, remaining, total }) => {
    progress.textContent = `${changeId} ${action}, ${remaining} of ${total} left.`;
  },
  onComplete: ({ resolvedHtml, accepted, rejected }) => {
    progress.textContent = `Complete: ${accepted.length} accepted, ${rejected.length} rejected.`;
    document.querySelector('#resolved').textContent = resolvedHtml;
  },
  onUnavailable: ({ reason, message }) => {
    progress.textContent = `${reason}: ${message}`;
  },
});

const actions = {
  startReview: () => viewer.startReview(),
  acceptAll: () => viewer.acceptAll(),
  rejectAll: () => viewer.rejectAll(),
  dark: () => viewer.setTheme('dark'),
  light: () => viewer.setTheme('light'),
  destroy: () => viewer.destroy(),
};
for (const button of document.querySelectorAll('[data-do]')) {
  button.addEventListener('click', () => actions[button.dataset.do]());
}
