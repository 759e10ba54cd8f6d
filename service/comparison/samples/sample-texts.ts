import type { ComparedFormat } from '../../../shared/api/text-spellings.ts';

/** A pair of texts that every installation shows to everyone. */
export interface SampleText {
  readonly comparisonId: string;
  readonly title: string;
  /** `docx`: the texts are HTML, become two files, and are compared as files. */
  readonly format: ComparedFormat | 'docx';
  readonly original: string;
  readonly revised: string;
}

const TERMS = `# Terms of use

Last updated on 3 March.

## 1. Your account

You need an account to use the service. Keep your password secret. You may close your account at any time.

## 2. Payment

The fee is **12 euro** a month, payable in advance. We announce a change of the fee 14 days before it takes effect.

- Monthly plans end with the month.
- Yearly plans end with the year.

## 3. Your data

We keep your data for as long as you have an account. See the [privacy notice](https://example.org/privacy).

## 4. Liability

We are liable for damage that we cause on purpose.
`;

const NEW_TERMS = `# Terms of use

Last updated on 1 September.

## 1. Your account

You need an account to use the service. Keep your password secret and tell us when it is lost. You may close your account at any time.

## 2. Payment

The fee is **15 euro** a month, payable in advance. We announce a change of the fee 30 days before it takes effect.

- Monthly plans end with the month.
- Yearly plans end with the year, and are renewed for another one.

## 3. Your data

We keep your data for as long as you have an account, and *90 days* longer. See the [privacy notice](https://example.org/privacy/2).

## 4. Disputes

Disputes are settled by the courts of your own country.

## 5. Liability

We are liable for damage that we cause on purpose or by gross negligence.
`;

const PRICES = `<h2>Prices</h2>
<p>All prices are in euro, without tax.</p>
<table>
<thead><tr><th>Plan</th><th>Pages</th><th>Price</th></tr></thead>
<tbody>
<tr><td>Small</td><td>100</td><td>9</td></tr>
<tr><td>Medium</td><td>1,000</td><td>29</td></tr>
<tr><td>Large</td><td>10,000</td><td>99</td></tr>
</tbody>
</table>
<ol><li>Pages are counted when they are printed.</li><li>Unused pages expire.</li></ol>
<blockquote><p>Ask us about schools.</p></blockquote>`;

const NEW_PRICES = `<h2>Prices from July</h2>
<p>All prices are in euro, <strong>with</strong> tax.</p>
<table>
<thead><tr><th>Plan</th><th>Pages</th><th>Support</th><th>Price</th></tr></thead>
<tbody>
<tr><td>Small</td><td>150</td><td>Mail</td><td>9</td></tr>
<tr><td>Medium</td><td>1,000</td><td>Mail</td><td>35</td></tr>
<tr><td>Large</td><td>10,000</td><td>Telephone</td><td>119</td></tr>
<tr><td>Unlimited</td><td>any</td><td>Telephone</td><td>249</td></tr>
</tbody>
</table>
<ol><li>Pages are counted when they are printed.</li><li>Unused pages are carried over to the next month.</li></ol>
<p>Ask us about schools.</p>`;

const LEASE = `<h1>Lease agreement</h1>
<p>between the owner and the tenant named below.</p>
<h2>Section 1. Premises</h2>
<p>The owner lets the ground floor of the house at 4 Mill Lane to the tenant, with the use of the garden.</p>
<h2>Section 2. Term</h2>
<p>The lease begins on 1 January and runs for three years. Either party may end it with three months’ notice.</p>
<h2>Section 3. Rent</h2>
<p>The rent is 900 euro a month. It is due on the third working day of the month.</p>
<ul><li>Water is included.</li><li>Heating is not included.</li></ul>
<h2>Section 4. Repairs</h2>
<p>The owner bears all repairs. The tenant reports damage without delay.</p>
<p>Signed in two copies.</p>`;

const NEW_LEASE = `<h1>Lease agreement</h1>
<p>between the owner and the tenants named below.</p>
<h2>Section 1. Premises</h2>
<p>The owner lets the ground floor of the house at 4 Mill Lane to the tenants, with the use of the garden and one parking space.</p>
<h2>Section 2. Term</h2>
<p>The lease begins on 1 February and runs for five years. Either party may end it with <em>six</em> months’ notice.</p>
<h2>Section 3. Rent</h2>
<p>The rent is 950 euro a month. It is due on the third working day of the month. It rises with the consumer price index.</p>
<ul><li>Water is included.</li><li>Heating is included.</li><li>Electricity is not included.</li></ul>
<h2>Section 4. Repairs</h2>
<p>The owner bears all repairs above 100 euro. The tenants report damage without delay.</p>
<h2>Section 5. Pets</h2>
<p>Small animals may be kept.</p>
<p>Signed in two copies.</p>`;

/** The samples. Their texts are invented, and each shows other kinds of changes. */
export const SAMPLE_TEXTS: readonly SampleText[] = [
  { comparisonId: 'demo', title: 'Terms of use', format: 'markdown', original: TERMS, revised: NEW_TERMS },
  { comparisonId: 'sample', title: 'Price list', format: 'html', original: PRICES, revised: NEW_PRICES },
  { comparisonId: 'cmp_demo_docx', title: 'Lease agreement', format: 'docx', original: LEASE, revised: NEW_LEASE },
];
