import { Component, CUSTOM_ELEMENTS_SCHEMA, DestroyRef, inject, signal } from '@angular/core';
import { FormControl, ReactiveFormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import { origin } from 'visitor-elements';
import { greeting, labels } from '../settings';

function visitor() {
  const snapshot = signal(origin.snapshot('ip'));
  inject(DestroyRef).onDestroy(origin.subscribe('ip', (next) => snapshot.set(next)));
  return snapshot.asReadonly();
}

@Component({
  selector: 'main',
  imports: [ReactiveFormsModule],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <visitor-info [labels]="labels" (visitor-load)="heard.set($event.data.location?.country?.code ?? '')">somebody</visitor-info>
    <visitor-value field="location.country.code" as="flag">a flag</visitor-value>
    <visitor-switch>
      <template data-country="GB" [innerHTML]="greeting"></template>
      <i>Default {{ turns() }}</i>
    </visitor-switch>
    <output id="heard">{{ heard() }}</output>
    <output id="hook">{{ visitor().data?.ip }}</output>
    <button type="button" (click)="turns.set(turns() + 1)">Turn</button>
    <visitor-country-select [formControl]="country" ngDefaultControl>Ship to</visitor-country-select>
    <output id="country">{{ country.value }}</output>
    <button type="button" (click)="country.setValue('FR')">To France</button>
  `,
})
class App {
  labels = labels;
  greeting = greeting;
  heard = signal('nothing');
  turns = signal(0);
  visitor = visitor();
  country = new FormControl('');
}
bootstrapApplication(App);
