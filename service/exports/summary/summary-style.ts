/** CSS of the summary. It fills one page of A4 or Letter. */
export const SUMMARY_STYLE = `
.summary { color: #1c2127; font: 10pt/1.45 Inter, 'Noto Sans', system-ui, sans-serif; }
.summary .kicker { color: #59636e; font-size: 8.5pt; font-weight: 600; letter-spacing: 0.08em; margin: 0; text-transform: uppercase; }
.summary h1 { font-size: 20pt; line-height: 1.2; margin: 2mm 0 0; overflow-wrap: anywhere; }
.summary .against { font-size: 13pt; margin: 1mm 0 0; overflow-wrap: anywhere; }
.summary .facts { border-collapse: collapse; margin: 6mm 0 0; width: 100%; }
.summary .facts :is(th, td) { border-top: 1px solid #d5dbe1; padding: 1.4mm 0; text-align: start; vertical-align: top; }
.summary .facts th { color: #59636e; font-weight: 400; width: 28mm; }
.summary .facts td { overflow-wrap: anywhere; }
.summary .total { border-top: 1px solid #d5dbe1; font-size: 11pt; margin: 0; padding-top: 4mm; }
.summary .total b { display: block; font-size: 16pt; }
.summary .marks { display: flex; flex-wrap: wrap; gap: 1mm 5mm; margin: 3mm 0 0; }
.summary h2 { break-after: avoid; font-size: 11pt; margin: 6mm 0 1mm; }
.summary ul { list-style: none; margin: 0; padding: 0; }
.summary li { border-top: 1px solid #e6eaee; break-inside: avoid; overflow-wrap: anywhere; padding: 0.9mm 0; }
.summary .clause { color: #59636e; margin-inline-end: 1.5mm; }
.summary .more { color: #59636e; }
.summary .unmarked h2 { color: #b3261e; }
.summary .remarks :is(p, ul) { margin: 0.5mm 0; }
.summary footer { border-top: 1px solid #d5dbe1; color: #59636e; font-size: 7.5pt; margin-top: 7mm; overflow-wrap: anywhere; padding-top: 2mm; }
.summary footer p { margin: 0; }
`;
