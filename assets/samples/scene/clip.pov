// assets/samples/clip.mp4: two balls bounce across a meadow in eight seconds (clock 0 to 8). The meadow stands still, so it
// is rendered once (Declare=Plate=1, as plate.png) and the frames are taken in front of its picture.
#version 3.7;
global_settings { assumed_gamma 1.0 }
#include "meadow.inc"

#declare Eye = <0, 1.5, -7.6>;
#declare Lens = 42;
camera { location Eye look_at <0, 1.15, 0> angle Lens right x * 16 / 9 }
Sky()
#ifdef (Plate)
  Meadow(13, 900, 0.22)
  Wood(9000, 22, 26)
  Daisies(50, -3.6, 6, 9)
#else
  #declare Away = 60;
  #declare Wide = 2 * Away * tan(radians(Lens / 2));
  polygon { 5, <0, 0>, <1, 0>, <1, 1>, <0, 1>, <0, 0>
    texture { pigment { image_map { png "plate.png" interpolate 2 } } finish { emission 1 diffuse 0 ambient 0 } }
    translate <-0.5, -0.5, 0> scale <Wide, Wide * 9 / 16, 1> translate z * Away
    rotate x * degrees(atan2(0.35, 7.6)) translate Eye no_shadow }
#end

// Height of a ball that is let fall from High at From and bounces with 0.62 of its height each time.
#macro Bounce(From, High)
  #local Since = max(0, clock - From);
  #local Top = High;
  #local Fall = sqrt(2 * Top / 9.81);
  #local Start = -Fall;
  #while (Since > Start + 2 * Fall & Top > 0.01)
    #local Start = Start + 2 * Fall;
    #local Top = Top * 0.62;
    #local Fall = sqrt(2 * Top / 9.81);
  #end
  #local Within = min(max(0, Since - Start), 2 * Fall);
  max(0, Top - 9.81 * (Within - Fall) * (Within - Fall) / 2)
#end

#macro Ball(Size, Along, Height, Depth, Hue, Stripe)
  sphere { 0, Size
    texture { pigment { gradient y scale 2 * Size translate -y * Size color_map { [0.40 rgb Hue] [0.40 rgb Stripe] [0.60 rgb Stripe] [0.60 rgb Hue] } } finish { diffuse 0.75 specular 0.4 roughness 0.02 ambient 0 } }
    rotate x * 60
    rotate z * -degrees(Along / Size)
    translate <Along, Size + Height, Depth> }
  // The shadow falls away from the sun and is softer the higher the ball.
  #local Soft = Size * (1.25 + 0.35 * Height);
  disc { 0, y, Soft
    texture { pigment { spherical scale Soft color_map { [0 rgbt <0.01, 0.03, 0, 1>] [0.5 rgbt <0.01, 0.03, 0, 0.28 + 0.2 * min(2, Height)>] [1 rgbt <0.01, 0.03, 0, 0.22 + 0.2 * min(2, Height)>] } } finish { diffuse 0.3 ambient 0 } }
    translate <Along + (Height + Size * 0.4) * 55 / 62, 0.1, Depth + (Height + Size * 0.4) * 48 / 62> no_shadow }
#end

#ifndef (Plate)
  Ball(0.36, -2.5 + 0.72 * clock, Bounce(0.0, 2.1), -1.0, <0.80, 0.05, 0.035>, <0.90, 0.88, 0.84>)
  Ball(0.30, 3.2 - 0.66 * clock, Bounce(0.5, 1.7), 1.2, <0.90, 0.60, 0.05>, <0.08, 0.20, 0.55>)
#end
