import { useState } from 'react';
import type { ReactElement } from 'react';
import { fileTexts } from '../shared/texts/playground-files.ts';
import { texts } from '../shared/texts/users.ts';
import { Button } from '../shared/ui/button.tsx';
import { AreaField, TextField } from '../shared/ui/field.tsx';
import { EXAMPLE_TOOLS } from './playground-request.ts';

const labels = texts.playground;

/** Pictures that go with the message; they stay in this page until they are sent. */
export function PictureField(): ReactElement {
  return (
    <TextField
      label={fileTexts.images}
      name="pictures"
      type="file"
      multiple
      accept="image/png,image/jpeg,image/gif,image/webp"
    />
  );
}

/** Documents that go with the message; they stay in this page until they are sent. */
export function DocumentField(): ReactElement {
  return (
    <TextField
      label={fileTexts.documents}
      name="documents"
      type="file"
      multiple
      accept="application/pdf"
    />
  );
}

/** Functions that the model may ask for. */
export function ToolField(): ReactElement {
  const [text, setText] = useState('');
  return (
    <div className="space-y-2">
      <AreaField
        label={labels.tools}
        name="tools"
        rows={text === '' ? 2 : 10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="flex flex-wrap items-center gap-2 text-xs text-dim">
        {labels.toolsHint}
        <Button onClick={() => setText(EXAMPLE_TOOLS)}>{labels.toolsExample}</Button>
      </p>
    </div>
  );
}
