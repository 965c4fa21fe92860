// assets/samples/photo.jpg: a dog and its ball on a meadow.
#version 3.7;
global_settings { assumed_gamma 1.0 }
#include "meadow.inc"
#include "dog.inc"
#ifndef (Strands) #declare Strands = 60000; #end

camera { location <1.05, 1.35, -6.9> look_at <0.25, 1.2, 0> angle 39 right x * 1280 / 853 }
Sky()
Meadow(16, 1000, 0.25)
Wood(22000, 26, 30)
Daisies(70, -3.6, 6, 9)
object { Dog(Strands) rotate y * 14 }
sphere { <-0.62, 0.30, -1.55>, 0.30
  texture { pigment { rgb <0.80, 0.05, 0.035> } normal { bumps 0.12 scale 0.02 } finish { diffuse 0.75 specular 0.45 roughness 0.02 ambient 0 } } }
