import { connect } from './lib/backend';
import { open } from './open';

open(await connect());
